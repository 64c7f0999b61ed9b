interface TestFile {
  status: string
  assertionResults: readonly { status: string }[]
}

/**
 * Returns the test files of vitest's report that failed without a failed test: one that could not be loaded, or what comes before or
 * after its tests failed.
 */
export function brokenFilesOf<File extends TestFile>(files: readonly File[]): File[] {
  return files.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  )
}
