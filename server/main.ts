import cluster from 'node:cluster'
import { flushCompileCache } from 'node:module'
import { createProcessLife } from './platform/process-life.ts'
import { workerEndMs } from './platform/workers/messages.ts'

/** A worker has less time to end than the first process, which waits for its workers and then closes the database. */
const life = createProcessLife(cluster.isWorker ? workerEndMs : 12_000)
try {
  // Each process loads what it needs alone.
  if (cluster.isWorker) await (await import('./worker.ts')).startWorker(life)
  else await (await import('./host.ts')).startHost(life, import.meta.filename)
  // If NODE_COMPILE_CACHE names a folder, compiled sources are kept there for the next start. A process that is killed keeps none later.
  flushCompileCache()
} catch (error) {
  await life.fail(error)
}
