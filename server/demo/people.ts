import { createHash } from 'node:crypto'
import type { Duty } from '../../contract/roles.ts'
import type { NewMember } from '../accounts/members/members.ts'
import type { Random } from './random.ts'

/** No mail is delivered to this domain, and no real member has an address there. */
export const demoDomain = 'demo.example'
export const adminEmail = `admin@${demoDomain}`

/** One administrator of each duty. The owner decides the requests of the world. */
export const administrators: readonly { duty: Duty; email: string; fullName: string }[] = [
  { duty: 'owner', email: adminEmail, fullName: 'Demo Administrator' },
  { duty: 'approver', email: `approver@${demoDomain}`, fullName: 'Demo Approver' },
  { duty: 'support', email: `support@${demoDomain}`, fullName: 'Demo Support' },
  { duty: 'auditor', email: `auditor@${demoDomain}`, fullName: 'Demo Auditor' },
]

export type DemoPerson = Omit<NewMember, 'referrerId' | 'packageId'> & { walletAddress: string | undefined }

// Each line: country (and state, where states are listed), town, dialling code, given names and family names.
const places = `
NG|Lagos|+234 80|Adaeze Chinedu Folake Tunde Ngozi|Okafor Balogun Eze Adeyemi Okoro
KE|Nairobi|+254 71|Wanjiku Otieno Achieng Kamau Njeri|Mwangi Odhiambo Kariuki Wambui Kiptoo
EG|Cairo|+20 10|Yasmin Omar Nour Karim Salma|Hassan Mansour Farouk Saleh Abdallah
DE|Leipzig|+49 152|Jonas Greta Lukas Hannah Emil|Schneider Krüger Vogel Brandt Lehmann
FR|Lyon|+33 6|Camille Hugo Léa Mathis Élise|Moreau Lefèvre Girard Fontaine Roux
ES|Valencia|+34 6|Lucía Mateo Carmen Álvaro Inés|Navarro Ortega Molina Serrano Vidal
PL|Gdańsk|+48 5|Zofia Kacper Hanna Filip Maja|Nowak Wójcik Zieliński Kowalczyk Mazur
GB-ENG|Leeds|+44 77|Imogen Callum Freya Rhys Poppy|Whitaker Hughes Barlow Pritchard Doyle
US-TX|Austin|+1 512 5|Madison Tyler Naomi Marcus Elena|Reyes Coleman Brooks Nguyen Foster
CA-ON|Ottawa|+1 613 5|Avery Liam Chloé Noah Priya|Tremblay Singh MacLeod Gagnon Fraser
BR|Recife|+55 81 9|Beatriz Thiago Larissa Rafael Camila|Oliveira Carvalho Barbosa Ribeiro Teixeira
AR|Rosario|+54 341 4|Valentina Joaquín Martina Facundo Sol|Giménez Ferreyra Acosta Quiroga Luna
IN-KL|Kochi|+91 98|Ananya Arjun Lakshmi Rohan Meera|Nair Menon Iyer Pillai Varghese
ID|Bandung|+62 812|Putri Bagus Dewi Rizky Intan|Santoso Wijaya Pratama Lestari Hidayat
PH|Cebu City|+63 917|Maricel Jericho Althea Paolo Bianca|Villanueva Mendoza Salazar Pascual Ramos
VN|Da Nang|+84 90|Linh Minh Thảo Quân Hương|Trần Phạm Hoàng Bùi Đặng
JP|Sapporo|+81 90|Haruka Sota Yui Ren Aoi|Tanaka Kobayashi Fujita Mori Ishii
TR|Izmir|+90 53|Elif Emre Zeynep Burak Defne|Yılmaz Demir Kaya Şahin Aydın
AE|Sharjah|+971 50|Mariam Khalid Hessa Saif Latifa|Haddad Darwish Nasser Qasim Rahman
AU-VIC|Geelong|+61 4|Matilda Lachlan Isla Cooper Ruby|Campbell Walsh Gibson Murray Hunter
`
  .trim()
  .split('\n')
  .map(readPlace)

/** Returns a believable person who does not exist. */
export function createPerson(random: Random, number: number): DemoPerson {
  const place = random.pick(places)
  const fullName = `${random.pick(place.givenNames)} ${random.pick(place.familyNames)}`
  return {
    fullName,
    email: `${toAscii(fullName)}.${number}@${demoDomain}`,
    contactNumber: `${place.dial}${random.between(10, 99)} ${random.between(1000, 9999)}`,
    country: place.country,
    state: place.state,
    city: place.city,
    area: undefined,
    walletAddress: random.chance(0.85) ? createTronAddress(`${number} ${fullName}`) : undefined,
  }
}

function readPlace(line: string) {
  const [region = '', city = '', dial = '', given = '', family = ''] = line.split('|')
  const [country = '', state] = region.split('-')
  return { country, state, city, dial, givenNames: given.split(' '), familyNames: family.split(' ') }
}

function toAscii(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replaceAll('ı', 'i')
    .replaceAll(' ', '.')
    .replaceAll(/[^a-z.]/g, '')
}

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Returns an address with a right checksum, for which no private key is known. */
function createTronAddress(text: string): string {
  const payload = Buffer.concat([Buffer.from([0x41]), sha256(Buffer.from(text)).subarray(0, 20)])
  const bytes = Buffer.concat([payload, sha256(sha256(payload)).subarray(0, 4)])
  let address = ''
  for (let rest = BigInt(`0x${bytes.toString('hex')}`); rest > 0n; rest /= 58n) {
    address = base58.charAt(Number(rest % 58n)) + address
  }
  return address
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
