const radius = 20
const circumference = 2 * Math.PI * radius

/** The seconds that are left, as a number in a ring that empties. Screen readers skip it. */
export function CountdownRing({ seconds, totalSeconds }: { seconds: number; totalSeconds: number }) {
  const part = Math.min(1, seconds / totalSeconds)
  return (
    <div aria-hidden="true" className="relative grid size-12 flex-none place-items-center">
      <svg viewBox="0 0 48 48" className="absolute inset-0 -rotate-90" fill="none" strokeWidth="4">
        <circle cx="24" cy="24" r={radius} className="stroke-line" />
        <circle
          cx="24"
          cy="24"
          r={radius}
          strokeLinecap="round"
          strokeDasharray={circumference}
          strokeDashoffset={circumference * (1 - part)}
          className="stroke-brand"
        />
      </svg>
      <span data-countdown className="font-semibold tabular-nums">
        {seconds}
      </span>
    </div>
  )
}
