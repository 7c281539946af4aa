// A report without games to replay.

import { explainElements } from "./dom.js";
import "./tables.js";

explainElements();
