import { avatarColour, initialsOf } from './avatar-display.ts'
import { cn } from './cn.ts'

interface AvatarProps {
  name: string
  /** The seed of the colour, by default the name. With an id as the seed, the colour stays when the name changes. */
  seed?: string | undefined
  size?: number | undefined
  /** The accessible name. Leave it out if the name stands beside the picture. */
  label?: string | undefined
  className?: string | undefined
}

export function Avatar({ name, seed = name, size = 40, label, className }: AvatarProps) {
  const naming = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <span
      {...naming}
      data-initials={initialsOf(name)}
      className={cn(
        // As generated content the letters are a picture, which is neither read out nor matched as text.
        'before:content-[attr(data-initials)]',
        'grid flex-none place-items-center rounded-full font-bold text-white select-none',
        className,
      )}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.4), background: avatarColour(seed) }}
    />
  )
}
