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
      // A person who leaves on purpose is not sent back to the page they left. The page may already be the login,
      // because the event stream can report the end of the session before the server answers.
      const [, area] = /^\/(dashboard|admin)(?:\/|$)/.exec(left) ?? []
      if (area !== undefined) await navigate({ to: area === 'admin' ? '/admin-login' : '/login' })
    },
    onError: (error) => toast({ title: messageOf(error), variant: 'destructive' }),
  })
  return { isSigningOut: isPending, signOut: () => mutate(router.state.location.pathname) }
}
