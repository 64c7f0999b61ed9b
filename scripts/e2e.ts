import { runSteps } from './steps.ts'
import { browserTests } from './test-steps.ts'

await runSteps([browserTests(process.argv.slice(2))])
