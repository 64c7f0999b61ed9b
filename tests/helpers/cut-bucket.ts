import type { Files } from '../../server/platform/files/files.ts'
import { createS3Files } from '../../server/platform/files/s3-files.ts'
import { startCuttingProxy, type CuttingProxy } from './cutting-proxy.ts'
import { startSwift } from './swift.ts'

/** A bucket of a real store, behind a proxy that can cut its connections. */
export interface CutBucket {
  files: Files
  proxy: CuttingProxy
  stop(): Promise<void>
}

export async function startCutBucket(): Promise<CutBucket> {
  const swift = await startSwift()
  const bucket = await swift.makeBucket()
  const proxy = await startCuttingProxy(Number(new URL(bucket.endpoint).port))
  return {
    files: createS3Files({ ...bucket, endpoint: `http://127.0.0.1:${proxy.port}` }),
    proxy,
    async stop() {
      await proxy.close()
      await swift.stop()
    },
  }
}
