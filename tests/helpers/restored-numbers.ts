import { restore, type Restored } from '../../server/platform/backup/restore.ts'
import { withConnection } from '../../server/platform/db/connect.ts'

/** Restores into a new folder. Returns the outcome, and the numbers in the restored table `kept`, the smallest first. */
export async function restoreNumbers(
  restoring: Omit<Parameters<typeof restore>[0], 'verify'>,
): Promise<Restored & { numbers: number[] }> {
  let numbers: number[] = []
  const restored = await restore({
    ...restoring,
    verify: async ({ ownerUrl }) =>
      withConnection(ownerUrl, async (client) => {
        const { rows } = await client.query<{ n: number }>('SELECT n FROM kept ORDER BY n')
        numbers = rows.map(({ n }) => n)
      }),
  })
  return { ...restored, numbers }
}
