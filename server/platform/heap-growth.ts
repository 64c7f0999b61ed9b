import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the memory of the process small. The heap grows only by a third before it is cleaned up, and the space for new
 * objects stays at its first size. This server keeps little and drops much. While a fresh process wrote its first file
 * of some hundred thousand rows, it grew by 32 MiB with the second setting, and by 102 without, at the same speed.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=30')
  setFlagsFromString('--semi-space-growth-factor=1')
}
