import * as z from 'zod/mini'
import { fieldTexts } from './texts.ts'

/** As the networks write them: the hash that a member pays with is text to compare, and never a link to follow. */
export const transactionHash = z
  .string()
  .check(z.trim(), z.regex(/^([A-Za-z0-9_-]{6,128})?$/, fieldTexts.transactionHashNotValid))
