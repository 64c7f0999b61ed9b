import { Button, type ButtonProps } from './button.tsx'
import { cn } from './cn.ts'

interface IconButtonProps extends Omit<ButtonProps, 'aria-label' | 'asChild'> {
  /** Says what the button does, for readers who cannot see the icon. It is also the tooltip. */
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
