import { tn } from '../../../contract/translate.ts'

/**
 * Returns the number of matches, such as "1,204 transactions". If there are too many to count, returns the number of
 * rows on the page.
 */
export function countText(total: number | null | undefined, shown: number, what: 'transaction' | 'request'): string {
  if (total == null) {
    return what === 'transaction'
      ? tn('{count} transaction on this page', '{count} transactions on this page', shown)
      : tn('{count} request on this page', '{count} requests on this page', shown)
  }
  return what === 'transaction'
    ? tn('{count} transaction', '{count} transactions', total)
    : tn('{count} request', '{count} requests', total)
}
