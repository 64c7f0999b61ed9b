import { execFileSync } from 'node:child_process'

export interface Commit {
  /** The hash of the commit, with `-changed` if the sources differ from it. */
  commit: string
  /** The moment of the commit, in seconds since 1970. Each file of the archive has it. */
  seconds: number
}

/** Reads which commit the sources are. SOURCE_DATE_EPOCH replaces its moment. Throws without a git repository. */
export function readCommit(root: string): Commit {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const isChanged = git('status', '--porcelain') !== ''
  return {
    commit: git('rev-parse', 'HEAD') + (isChanged ? '-changed' : ''),
    seconds: Number(process.env['SOURCE_DATE_EPOCH'] ?? git('show', '--no-patch', '--format=%ct', 'HEAD')),
  }
}

/** Lists the files that git keeps, in the order of their names. Others may hold secrets of the operator or of a developer. */
export function listSources(root: string): string[] {
  return execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean).toSorted()
}
