import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getPush, startPush, stopPush } from '../../contract/endpoints/push.ts'
import { call } from '../lib/api.ts'
import { queryOf } from '../lib/query-of.ts'
import { useSession } from '../lib/session.ts'
import { keepStoredText, readStoredText } from '../lib/stored-text.ts'

export const pushQuery = queryOf(getPush, ['session'], {})

/** True if this browser can be woken at all. */
export function canBeWoken(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/**
 * Lets this browser be woken, and asks the person for the browser's permission. Returns false if the person or the browser
 * refuses it. `publicKey` is that of the installation.
 */
export async function turnPushOn(publicKey: string, userId: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const worker = await navigator.serviceWorker.getRegistration()
  if (!worker) return false
  const wanted = { userVisibleOnly: true, applicationServerKey: publicKey }
  const subscription = await worker.pushManager.subscribe(wanted).catch(() => undefined)
  if (!subscription) return false
  await call(startPush, { body: { endpoint: subscription.endpoint } })
  keepStoredText(ownerName, userId)
  return true
}

/** Lets this browser be woken no more. */
export async function turnPushOff(): Promise<void> {
  keepStoredText(ownerName, '')
  await call(stopPush, {})
  await (await findSubscription())?.unsubscribe()
}

/**
 * Asks again after each log-in, because a subscription ends with its session. It concerns only the person who switched it on in
 * this browser. The others make no call.
 */
export function usePushRenewal(): void {
  const { user } = useSession()
  const queryClient = useQueryClient()
  useQuery({
    queryKey: ['push renewal', user?.id],
    queryFn: async () => {
      const subscription = await findSubscription()
      if (subscription) {
        await call(startPush, { body: { endpoint: subscription.endpoint } })
        await queryClient.invalidateQueries({ queryKey: pushQuery.queryKey })
      }
      return subscription !== null
    },
    enabled: user !== null && readStoredText(ownerName) === user?.id && canBeWoken(),
    staleTime: Infinity,
    retry: false,
  })
}

/** The name under which the browser keeps who switched it on. */
const ownerName = 'push-of'

async function findSubscription(): Promise<PushSubscription | null> {
  // A browser without a registered worker would wait for its readiness without an end.
  const worker = await navigator.serviceWorker.getRegistration()
  return worker ? worker.pushManager.getSubscription() : null
}
