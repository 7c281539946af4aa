/** A collection in a worker, so that large files do not stop the page. */

import type { AddReport, Collection, Data, EngineSource, Questions } from "./skep.d.ts";

/** The methods of `Collection`, each with a promise. Errors are those of `Collection`.
 *
 * ```js
 * const games = new AsyncCollection();
 * await games.add(file.name, file);
 * ```
 */
export class AsyncCollection {
  /** `source` is that of `init`. `worker` is a worker that runs `skep/worker.js`, if your bundler cannot find it. */
  constructor(options?: { source?: string | BufferSource | WebAssembly.Module; worker?: Worker });
  add(name: string, data: Data | Blob, options?: { from?: string }): Promise<AddReport>;
  ask<Q extends keyof Questions>(question: Q, parameters?: Questions[Q]["parameters"]): Promise<Questions[Q]["answer"]>;
  games(...parameters: Parameters<Collection["games"]>): Promise<ReturnType<Collection["games"]>>;
  game(id: string): Promise<ReturnType<Collection["game"]>>;
  openings(...parameters: Parameters<Collection["openings"]>): Promise<ReturnType<Collection["openings"]>>;
  players(...parameters: Parameters<Collection["players"]>): Promise<ReturnType<Collection["players"]>>;
  puzzle(...parameters: Parameters<Collection["puzzle"]>): Promise<ReturnType<Collection["puzzle"]>>;
  /** Ends the worker. */
  free(): void;
}
