/** An arrow between an old and a new figure. Screen readers skip it, as a word beside it says the same. */
export function ChangeArrow() {
  return (
    <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
      →
    </span>
  )
}
