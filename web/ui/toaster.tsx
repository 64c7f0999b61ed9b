import { CircleAlert, X } from 'lucide-react'
import { Toast as Primitive } from 'radix-ui'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore, type FocusEvent } from 'react'
import { direction, t } from '../../contract/translate.ts'
import { Button } from './button.tsx'
import { cn } from './cn.ts'
import { IconButton } from './icon-button.tsx'
import { dismissToast, getToast, subscribeToToast, type Toast } from './toast.ts'
import { useIsPageCovered } from './use-is-page-covered.ts'

const durationMs = 5000
const swipeThresholdPx = 50
/** Toasts are swiped towards the side at which they stand. */
const swipeDirection = direction === 'rtl' ? 'left' : 'right'

/**
 * The place of the toasts, once in the page: bottom right or, on phones, below the top bar, as the bottom belongs to
 * actions. F8 moves the focus there.
 */
export function Toaster() {
  const shown = useReachableToast()
  const viewport = useRef<HTMLOListElement>(null)
  const focusBefore = useRef<HTMLElement | null>(null)

  const rememberFocus = (event: FocusEvent) => {
    const from = event.relatedTarget
    if (from instanceof HTMLElement && !event.currentTarget.contains(from)) focusBefore.current = from
  }
  // A closing toast would leave the focus on the empty viewport. Focus there also stops the timer of the next toast.
  const returnFocus = () => {
    if (!viewport.current?.contains(document.activeElement)) return
    if (focusBefore.current?.isConnected) focusBefore.current.focus()
    else viewport.current.blur()
  }

  return (
    <Primitive.Provider duration={durationMs} swipeDirection={swipeDirection} swipeThreshold={swipeThresholdPx}>
      {shown && <ToastCard key={shown.id} toast={shown} returnFocus={returnFocus} />}
      <Primitive.Viewport
        ref={viewport}
        hotkey={['F8']}
        label={t('Notifications ({hotkey})')}
        onFocus={rememberFocus}
        className={cn(
          'fixed z-60 w-[min(380px,calc(100vw-2rem))] focus-visible:outline-offset-4',
          'start-(--toast-start) end-(--toast-end) top-(--toast-top) bottom-(--toast-bottom) max-sm:inset-x-4 max-sm:top-[calc(var(--topbar)+0.75rem)] max-sm:bottom-auto max-sm:w-auto',
        )}
      />
    </Primitive.Provider>
  )
}

/**
 * Returns the toast to show. Below a modal layer a toast would be visible, but out of reach. An open toast closes when
 * a layer opens. A toast raised meanwhile waits until the layer closes: a failure without a limit, another for 5 s.
 */
function useReachableToast(): Toast | null {
  const raised = useSyncExternalStore(subscribeToToast, getToast)
  const isCovered = useIsPageCovered()
  const lastShownId = useRef(0)
  const { id = 0, variant } = raised ?? {}
  useEffect(() => {
    if (!isCovered) {
      lastShownId.current = id
      return
    }
    if (id === lastShownId.current) dismissToast(id)
    if (variant === 'destructive') return
    const timer = setTimeout(() => dismissToast(id), durationMs)
    return () => clearTimeout(timer)
  }, [isCovered, id, variant])
  return isCovered ? null : raised
}

function ToastCard({ toast, returnFocus }: { toast: Toast; returnFocus: () => void }) {
  const { id, title, description, more, action, isOpen } = toast
  const isDestructive = toast.variant === 'destructive'
  useLayoutEffect(() => returnFocus, [returnFocus])

  return (
    <Primitive.Root
      open={isOpen}
      onOpenChange={(next) => {
        if (next) return
        dismissToast(id)
        returnFocus()
      }}
      data-variant={toast.variant ?? 'default'}
      className={cn(
        'flex items-start gap-3 rounded-3 border p-4 shadow-2',
        isDestructive
          ? 'border-bad-solid bg-bad-solid text-on-bad-solid'
          : 'border-line bg-raised text-ink dark:border-transparent',
        'data-[state=open]:animate-toast-in data-[state=closed]:animate-menu-out data-[swipe=end]:animate-toast-swiped rtl:[--toward-side:-1]',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
      )}
    >
      {isDestructive && <CircleAlert aria-hidden="true" size={20} className="mt-0.5" />}
      <div className="grid min-w-0 flex-1 gap-1">
        <Primitive.Title className="font-semibold">{title}</Primitive.Title>
        {description && <Primitive.Description className="text-sm">{description}</Primitive.Description>}
        {more && <p className="text-sm">{more}</p>}
        {action && (
          <Primitive.Action asChild altText={action.label} onClick={action.onClick}>
            <Button
              variant="ghost"
              size="sm"
              className={cn('mt-1 justify-self-start', isDestructive && 'border-current text-current')}
            >
              {action.label}
            </Button>
          </Primitive.Action>
        )}
      </div>
      <Primitive.Close asChild>
        <IconButton
          label={t('Close')}
          size="sm"
          className={cn(
            '-me-2 -mt-1',
            isDestructive && 'text-current hover:not-aria-disabled:bg-white/15 hover:not-aria-disabled:text-current',
          )}
        >
          <X aria-hidden="true" />
        </IconButton>
      </Primitive.Close>
    </Primitive.Root>
  )
}
