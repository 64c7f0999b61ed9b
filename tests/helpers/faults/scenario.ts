import { randomInt } from 'node:crypto'
import type { TestContext } from 'vitest'
import { type Chance, createChance } from './chance.ts'

declare module 'vitest' {
  interface TaskMeta {
    fault?: FaultNote
  }
}

/** The part of a scenario in the table at the end of `npm run test:faults`. */
export interface FaultNote {
  /** The promises of docs/reliability.md that it proves, such as "R6". */
  promises: string
  /** The number of its faults, and their name: "50 kills". */
  faults: string
  seed: number
  /** Figures of the run in a few words. */
  figures: string
}

export interface Scenario {
  chance: Chance
  note: (figures: string) => void
}

const seed = Number(process.env['SEED'] ?? randomInt(1, 2 ** 31))

/** Returns the size of a run: `SIZE=full` has that of `npm run test:faults`, and any other run the short one. */
export function sizeOf({ short, full }: { short: number; full: number }): number {
  return process.env['SIZE'] === 'full' ? full : short
}

/** Begins a scenario. Its choices follow from the seed and its title. If it fails, the seed is printed. */
export function startScenario(
  { task, onTestFailed }: Pick<TestContext, 'task' | 'onTestFailed'>,
  { promises, faults }: Pick<FaultNote, 'promises' | 'faults'>,
): Scenario {
  const note: FaultNote = { promises, faults, seed, figures: '' }
  task.meta.fault = note
  onTestFailed(() => console.log(`"${task.name}" failed with SEED=${seed}. Set it to repeat the run.`))
  return {
    chance: createChance(seed, task.name),
    note(figures) {
      note.figures = figures
      console.log(`${promises}, ${faults}, seed ${seed}: ${figures}`)
    },
  }
}
