import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'

export function LandingPage() {
  return (
    <section className="bg-petrol px-4 py-24 text-on-petrol">
      <h1 tabIndex={-1} className="font-display text-hero">
        A coin with every movement on record.
      </h1>
      <Button variant="brass" size="lg" asChild>
        <AppLink href="/signup">Get Started</AppLink>
      </Button>
    </section>
  )
}
