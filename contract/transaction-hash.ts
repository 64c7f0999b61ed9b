import * as z from 'zod/mini'
import { fault } from './faults.ts'

/**
 * The hash of the payment that a member made, as the networks write it. It is only compared as text, and never followed
 * as a link.
 */
export const transactionHash = z
  .string()
  .check(z.trim(), z.regex(/^([A-Za-z0-9_-]{6,128})?$/, fault('transactionHashNotValid')))
