import { setFlagsFromString } from 'node:v8'

/**
 * Lets the heap grow by a third before it is cleaned up, not to a multiple, and keeps room for what is new at what the start of
 * the program took. What this server keeps is little and what it drops is much: while a fresh process wrote its first file of
 * some hundred thousand rows, it grew by 102 MiB without the latter and by 32 with it, at the same speed.
 */
export function keepHeapLean(): void {
  setFlagsFromString('--heap-growing-percent=30')
  setFlagsFromString('--semi-space-growth-factor=1')
}
