import cluster from 'node:cluster'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { createProcessLife } from './platform/process-life.ts'

// Keeps compiled sources for the next start, which takes half the processor then. Where the folder cannot be written there is no
// cache. NODE_COMPILE_CACHE names another folder.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'))

const life = createProcessLife()
try {
  // Each process loads what it needs alone.
  if (cluster.isWorker) await (await import('./worker.ts')).startWorker(life)
  else await (await import('./host.ts')).startHost(life, import.meta.filename)
} catch (error) {
  await life.fail(error)
}
