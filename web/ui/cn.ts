import { clsx, type ClassValue } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

// tailwind-merge must know the names of web/styles/theme.css, or it takes text-hero for a colour and keeps both heights.
const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['hero'],
      radius: ['1', '2', '3'],
      shadow: ['1', '2', '3'],
      spacing: ['control', 'compact', 'touch', 'topbar', 'strip', 'sidebar'],
      container: ['content', 'admin', 'form', 'auth', 'reading'],
    },
  },
})

/** Joins class names; of two that set the same property the last one stays. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes))
}
