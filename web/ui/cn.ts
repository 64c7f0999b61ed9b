import { clsx, type ClassValue } from 'clsx'
import { merge } from './class-groups.ts'

/** Joins class names. Of two that set the same property, the last one stays. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes))
}
