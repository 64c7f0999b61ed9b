import { useState } from 'react'
import { useLocation } from '@tanstack/react-router'
import { ForgotPasswordForm } from './form.tsx'
import { ForgotPasswordSent } from './sent.tsx'

export function ForgotPasswordPage() {
  const { accountEmail } = useLocation({ select: (location) => location.state })
  const [email, setEmail] = useState(accountEmail ?? '')
  const [isSent, setIsSent] = useState(false)
  if (isSent) return <ForgotPasswordSent email={email} onOtherAddress={() => setIsSent(false)} />
  return (
    <ForgotPasswordForm
      email={email}
      onSent={(to) => {
        setEmail(to)
        setIsSent(true)
      }}
    />
  )
}
