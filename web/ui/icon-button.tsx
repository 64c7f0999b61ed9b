import { Button, type ButtonProps } from './button.tsx'
import { cn } from './cn.ts'

interface IconButtonProps extends Omit<ButtonProps, 'aria-label' | 'asChild'> {
  /** What the button does, for those who cannot see the icon. It is the tooltip too. */
  label: string
}

export function IconButton({ label, variant = 'quiet', size = 'md', className, children, ...props }: IconButtonProps) {
  return (
    <Button
      title={label}
      {...props}
      aria-label={label}
      variant={variant}
      size={size}
      className={cn('aspect-square px-0', className)}
    >
      {children}
    </Button>
  )
}
