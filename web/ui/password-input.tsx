import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps, type KeyboardEvent } from 'react'
import { t } from '../../contract/translate.ts'
import { cn } from './cn.ts'
import { useFieldControl } from './field.tsx'
import { bareControlStyles, controlFrameStyles, controlStyles } from './text-input.tsx'

interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  showLabel?: string
  hideLabel?: string
  capsLockText?: string
}

export function PasswordInput({
  className,
  showLabel = t('Show password'),
  hideLabel = t('Hide password'),
  capsLockText = t('Caps Lock is on.'),
  ...props
}: PasswordInputProps) {
  const control = useFieldControl()
  const [isShown, setIsShown] = useState(false)
  const [hasCapsLock, setHasCapsLock] = useState(false)
  const readCapsLock = (event: KeyboardEvent) => setHasCapsLock(event.getModifierState('CapsLock'))

  return (
    <div className="grid gap-1.5">
      <div className={cn(controlStyles, controlFrameStyles, 'flex items-center', className)}>
        <input
          spellCheck={false}
          autoCapitalize="none"
          {...control}
          {...props}
          type={isShown ? 'text' : 'password'}
          className={cn(bareControlStyles, 'ps-3')}
          onKeyDown={(event) => {
            readCapsLock(event)
            props.onKeyDown?.(event)
          }}
          onKeyUp={(event) => {
            readCapsLock(event)
            props.onKeyUp?.(event)
          }}
        />
        <button
          type="button"
          aria-label={isShown ? hideLabel : showLabel}
          onClick={() => setIsShown(!isShown)}
          className="grid h-full w-11 flex-none place-items-center rounded-2 text-link focus-visible:-outline-offset-2"
        >
          {isShown ? <EyeOff aria-hidden="true" size={18} /> : <Eye aria-hidden="true" size={18} />}
        </button>
      </div>
      <p role="status" className="text-sm font-semibold text-wait empty:hidden">
        {hasCapsLock && capsLockText}
      </p>
    </div>
  )
}
