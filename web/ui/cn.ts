import { clsx, type ClassValue } from 'clsx'
import { mergeClasses } from './class-groups.ts'

/** Joins class names. Of two that set the same property, the last one stays. */
export function cn(...classes: ClassValue[]): string {
  return mergeClasses(clsx(classes))
}
