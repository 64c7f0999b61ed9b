import { Gauge, Headset, Landmark, SlidersHorizontal, type LucideIcon } from 'lucide-react'
import { t } from '../../../../contract/translate.ts'

export function LandingFeatures() {
  return (
    <section id="features" aria-labelledby="features-title">
      <h2 id="features-title" className="serif text-[2rem]/10">
        {t('Features')}
      </h2>
      <p className="text-ink-2">{t('What the platform does, in words that can be checked.')}</p>
      <div className="mt-5 grid gap-x-10 sm:grid-cols-2">
        {features.map(({ title, text, icon: Icon }) => (
          <article key={title} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 border-t border-line py-6">
            <Icon aria-hidden="true" size={22} className="mt-0.5 text-brass-ink" />
            <div>
              <h3 className="text-lg font-semibold">{title}</h3>
              <p className="mt-1 max-w-reading text-ink-2">{text}</p>
            </div>
          </article>
        ))}
      </div>
    </section>
  )
}

// Each sentence names a property that the product keeps.
const features: { title: string; text: string; icon: LucideIcon }[] = [
  {
    title: t('Fast trades'),
    text: t('A request is one short form, and its state changes before your eyes as soon as it is decided.'),
    icon: Gauge,
  },
  {
    title: t('Bank-grade security'),
    text: t(
      'Double-entry books: every movement has two sides, none can be edited afterwards, and no balance can fall below zero.',
    ),
    icon: Landmark,
  },
  {
    title: t('Advanced trading'),
    text: t(
      'Packages with a bonus, top-ups in thousands, and exact figures before you send: the rate, the USDT, the coins you receive.',
    ),
    icon: SlidersHorizontal,
  },
  {
    title: t('24/7 support'),
    text: t(
      'Requests are taken day and night. Whoever decides yours can leave you a note, and you can take a waiting request back yourself.',
    ),
    icon: Headset,
  },
]
