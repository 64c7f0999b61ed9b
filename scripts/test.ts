import { runSteps, staticSteps } from './steps.ts'
import { browserTests, allTests } from './test-steps.ts'

await runSteps([staticSteps, allTests, browserTests()])
