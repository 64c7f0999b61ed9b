/** The directions of a list that is sorted by a column. */
export const sortOrders = ['asc', 'desc'] as const
export type SortOrder = (typeof sortOrders)[number]

/** The orders of a list that is sorted by time alone. */
export const timeOrders = ['newest', 'oldest'] as const

/** The characters of a text to find. */
export const listSearchMax = 100

/** A bound of coins: up to four decimals, no sign and no separators. */
export const coinBoundPattern = /^\d{1,13}(\.\d{1,4})?$/
