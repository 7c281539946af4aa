// A report with games to replay.

import "./tables.js";
import "./links.js";
import "./explorer.js";
