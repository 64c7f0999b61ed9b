import { formatCount } from '../../../contract/money.ts'

/** "1,204 transactions", or how many stand on the page where more match than are counted for one look. */
export function countWords(total: number | null | undefined, shown: number, noun: string): string {
  const count = total ?? shown
  const words = `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
  return total == null ? `${words} on this page` : words
}
