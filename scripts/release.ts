// Makes an archive of this commit in the folder release: `npm run release`. It starts without npm, a compiler or a
// network.
import { makeRelease } from './release/make-release.ts'

try {
  const startMs = performance.now()
  const { archive, bytes } = await makeRelease()
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
  console.log(`${archive} has ${(bytes / 1e6).toFixed(1)} MB, made in ${seconds} s.`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
