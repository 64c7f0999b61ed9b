import { useMutation } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { toasts } from '../../../contract/texts.ts'
import { messageOf } from '../../lib/api-error.ts'
import { signOut } from '../../lib/session.ts'
import { toast } from '../../ui/toast.ts'

export function useSignOut(): { isSigningOut: boolean; signOut: () => void } {
  const router = useRouter()
  const navigate = useNavigate()
  const { isPending, mutate } = useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      toast(toasts.loggedOut)
      // Whoever leaves on purpose is not asked to come back to the page they left.
      if (/^\/(dashboard|admin)(\/|$)/.test(router.state.location.pathname)) await navigate({ to: '/login' })
    },
    onError: (error) => toast({ title: messageOf(error), variant: 'destructive' }),
  })
  return { isSigningOut: isPending, signOut: () => mutate() }
}
