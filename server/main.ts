import cluster from 'node:cluster'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { createProcessLife } from './platform/process-life.ts'
import { workerEndMs } from './platform/workers/messages.ts'

// Keeps compiled sources for the next start, which takes half the time then. The folder lies beside the libraries, because both run
// as they are found. An installation whose program folder is read-only has no such cache.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'))

/** A worker has less time to end than the first process, which waits for its workers and then closes the database. */
const life = createProcessLife(cluster.isWorker ? workerEndMs : 12_000)
try {
  // Each process loads what it needs alone.
  if (cluster.isWorker) await (await import('./worker.ts')).startWorker(life)
  else await (await import('./host.ts')).startHost(life, import.meta.filename)
} catch (error) {
  await life.fail(error)
}
