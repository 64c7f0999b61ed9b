// Copies uploaded files between the data folder and the bucket of the settings: `npm run files -- --to-store` or `--to-folder`.
import { parseArgs } from 'node:util'
import { loadConfig } from '../server/platform/config.ts'
import { StartRefusal } from '../server/platform/db/start-refusal.ts'
import { copyFiles } from '../server/platform/files/copy-files.ts'
import { fileFolder, openBucket, openFolder } from '../server/platform/files/open-files.ts'
import { readBucket } from '../server/platform/files/s3-settings.ts'

try {
  await run()
} catch (error) {
  console.error(error instanceof StartRefusal ? error.message : error)
  process.exitCode = 1
}

async function run(): Promise<void> {
  const options = { 'to-store': { type: 'boolean' }, 'to-folder': { type: 'boolean' } } as const
  const { values } = parseArgs({ options })
  if (values['to-store'] === values['to-folder']) throw new StartRefusal('Say where to: --to-store or --to-folder.')
  const config = loadConfig()
  const named = readBucket(config)
  if (!named) throw new StartRefusal('S3_ENDPOINT: name the bucket by the settings (docs/operations.md).')
  const [folder, bucket] = [openFolder(config), await openBucket(named)]
  const [from, to, place] = values['to-store']
    ? ([folder, bucket, `the bucket ${named.name}`] as const)
    : ([bucket, folder, fileFolder(config)] as const)
  const { copied, same, bytes, differing } = await copyFiles(from, to)
  console.log(
    `${copied} files were copied into ${place} and read back, ${same} were there already. Together they have ${bytes} bytes.`,
  )
  if (differing.length === 0) return
  console.error(
    `${differing.length} files are there with other bytes, and were left: ${differing.slice(0, 5).join(', ')}`,
  )
  process.exitCode = 2
}
