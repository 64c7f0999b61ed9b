interface BrandMarkProps {
  size?: number | undefined
  /** The accessible name. Without one the mark is a decoration beside a word. */
  label?: string | undefined
  className?: string | undefined
}

/** The coin of the brand: one stroke that reads as E, t and ampersand, inside a milled edge. */
export function BrandMark({ size = 28, label, className }: BrandMarkProps) {
  const naming = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <svg {...naming} viewBox="0 0 48 48" width={size} height={size} className={className}>
      <circle cx="24" cy="24" r="22" fill="#15576a" />
      <circle cx="24" cy="24" r="20.6" fill="none" stroke="#e6bc66" strokeWidth="1.4" strokeDasharray="1.1 1.058" />
      <g fill="none" stroke="#fff" strokeWidth="3.6" strokeLinecap="round" strokeLinejoin="round">
        <path d="M25.4 13.9C21.6 11.6 14.6 12.7 14.6 17.9C14.6 21.6 17.8 23.3 21.4 23.3C16.4 23.3 12.4 25.7 12.4 30C12.4 34.8 17.4 36.4 21.9 36C28.2 35.4 31.6 31.2 31.6 25.6L31.6 16.6" />
        <path d="M21.4 23.3L36.4 23.3" />
      </g>
    </svg>
  )
}
