import cluster from 'node:cluster'
import { createProcessLife } from './platform/process-life.ts'

const life = createProcessLife()
try {
  // Each process loads what it needs alone.
  if (cluster.isWorker) await (await import('./worker.ts')).startWorker(life)
  else await (await import('./host.ts')).startHost(life, import.meta.filename)
} catch (error) {
  await life.fail(error)
}
