/** Between a figure as it was and as it is, for the eye; a word beside it says the same to the ear. */
export function ChangeArrow() {
  return (
    <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
      →
    </span>
  )
}
