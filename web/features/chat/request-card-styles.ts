/** The height is that of the content, so that nothing moves when it arrives. */
export const cardStyles =
  'flex min-h-16 w-full items-center gap-2 rounded-3 border border-line bg-surface px-3 py-2 text-start text-sm text-ink no-underline'
