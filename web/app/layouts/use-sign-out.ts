import { useMutation } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { toasts } from '../../../contract/texts.ts'
import { messageOf } from '../../lib/api-error.ts'
import { signOut } from '../../lib/sign-in.ts'
import { toast } from '../../ui/toast.ts'

export function useSignOut(): { isSigningOut: boolean; signOut: () => void } {
  const router = useRouter()
  const navigate = useNavigate()
  const { isPending, mutate } = useMutation({
    mutationFn: (_left: string) => signOut(),
    onSuccess: async (_, left) => {
      toast(toasts.loggedOut)
      // Whoever leaves on purpose is not asked to come back to the page they left. The page may have gone to the login
      // already: the stream can tell of the session's end before the server's answer does.
      if (/^\/(dashboard|admin)(\/|$)/.test(left)) await navigate({ to: '/login' })
    },
    onError: (error) => toast({ title: messageOf(error), variant: 'destructive' }),
  })
  return { isSigningOut: isPending, signOut: () => mutate(router.state.location.pathname) }
}
