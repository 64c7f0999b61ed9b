import * as endpoints from './endpoints/automatic-approval.ts'
import { defineOperation, emptyObject } from './operation.ts'

export const stopAutomaticApproval = defineOperation(endpoints.stopAutomaticApproval, {
  summary:
    'Stop the automatic approval of buys at once. Nobody else has to agree; starting it again is a change of the settings.',
  output: emptyObject,
})
