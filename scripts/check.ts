import { runSteps, staticSteps } from './steps.ts'
import { unitTests } from './test-steps.ts'

await runSteps([staticSteps, unitTests])
