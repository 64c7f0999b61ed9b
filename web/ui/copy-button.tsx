import { Check, Copy } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { copyText } from './copy-text.ts'
import { IconButton } from './icon-button.tsx'

interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  text: string
  /** The copied thing in words. Without visible children it is the accessible name. */
  label: string
  children?: ReactNode
  onCopied?: (() => void) | undefined
  onFailed?: (() => void) | undefined
}

const tickMs = 2000

export function CopyButton({
  text,
  label,
  children,
  onCopied,
  onFailed,
  variant = 'ghost',
  size = 'sm',
  ...props
}: CopyButtonProps) {
  const [copiedAt, setCopiedAt] = useState<number | null>(null)
  useEffect(() => {
    if (copiedAt === null) return
    const timer = setTimeout(() => setCopiedAt(null), tickMs)
    return () => clearTimeout(timer)
  }, [copiedAt])

  const copy = async () => {
    if (!(await copyText(text))) return onFailed?.()
    setCopiedAt(Date.now())
    onCopied?.()
  }
  const icon = copiedAt === null ? <Copy aria-hidden="true" /> : <Check aria-hidden="true" className="text-ok" />
  const shared = { variant, size, ...props, 'data-copied': copiedAt !== null || undefined, onClick: () => void copy() }

  if (children == null) {
    return (
      <IconButton {...shared} label={label}>
        {icon}
      </IconButton>
    )
  }
  return (
    <Button {...shared} title={label}>
      {icon}
      {children}
    </Button>
  )
}
