-- The generator's own tables. Their presence says that all people in this database are made up. The generator never
-- touches a database that has people but lacks these tables.

CREATE SCHEMA bench_seed;

CREATE TABLE bench_seed.plan (
  members      integer NOT NULL,
  transactions integer NOT NULL,
  -- The last member of the committed blocks. An interrupted run resumes after this member.
  members_done integer NOT NULL DEFAULT 0,
  is_complete  boolean NOT NULL DEFAULT false
);

-- Draws a number from 0 to below 1, evenly. Equal arguments draw equal numbers, so the order in which rows are made
-- does not matter.
CREATE FUNCTION bench_seed.draw(number bigint, what bigint) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (hashint8extended(number, what) & 4294967295) / 4294967296.0;

CREATE FUNCTION bench_seed.pick(choices text[], lot double precision) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN choices[1 + floor(lot * cardinality(choices))::int];

-- Returns eight characters of the alphabet of contract/member-id.ts. Multiplying by an odd number modulo 2^40 gives
-- each member other characters. No product overflows for up to ten million members.
CREATE FUNCTION bench_seed.code(number bigint, factor bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (((number * factor) >> (5 * place)) & 31)::int, 1), '' ORDER BY place)
          FROM generate_series(0, 7) place);

CREATE FUNCTION bench_seed.member_id(digits text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (SELECT 'ET-' || digits || substr(alphabet, 1 + (sum((strpos(alphabet, substr(digits, place, 1)) - 1) * (place + 1)) % 31)::int, 1)
          FROM (VALUES ('0123456789ABCDEFGHJKMNPQRSTVWXYZ')) a (alphabet) CROSS JOIN generate_series(1, 8) place GROUP BY alphabet);

-- Names are made from parts, which gives tens of thousands of different names.
CREATE TABLE bench_seed.names (id serial, country text, city text, given text[], stems text[], endings text[]);
INSERT INTO bench_seed.names (country, city, given, stems, endings) VALUES
  ('GB', 'Leeds', '{Imogen,Callum,Freya,Rhys,Poppy,Alfie,Maeve,Owen,Harriet,Theo,Isla,Jasper}', '{Whit,Hart,Ash,Brad,Lang,Thorn,Wake,Black,Clay,Hals,Mor,Stan}', '{ley,ton,field,wood,worth,ford,well,ham}'),
  ('DE', 'Leipzig', '{Jonas,Greta,Lukas,Hannah,Emil,Frieda,Anton,Käthe,Jörg,Ute,Moritz,Lena}', '{Schön,Grün,Krüg,Stein,Wald,Berg,Hof,Lind,Bach,Roth,Eich,Blum}', '{er,mann,bauer,feld,berger,hardt,meyer,stein}'),
  ('PL', 'Gdańsk', '{Zofia,Kacper,Hanna,Filip,Maja,Łukasz,Agnieszka,Michał,Ewa,Tomasz,Kinga,Paweł}', '{Kowal,Wiśni,Zieli,Kamiń,Lewan,Dąbr,Szym,Woźni,Jawor,Malin,Górn,Sikor}', '{ski,ewski,czyk,owicz,ak,ek,iński,owska}'),
  ('VN', 'Đà Nẵng', '{Linh,Minh,Thảo,Quân,Hương,Tuấn,Ngọc,Dũng,Lan,Phúc,Yến,Khánh}', '{"Trần ","Phạm ","Hoàng ","Bùi ","Đặng ","Võ ","Đỗ ","Hồ ","Ngô ","Dương ","Lý ","Mai "}', '{Anh,Bảo,Châu,Đức,Giang,Hà,Khoa,Long}'),
  ('BR', 'Recife', '{Beatriz,Thiago,Larissa,Rafael,Camila,João,Luíza,Caio,Antônia,Davi,Inês,Otávio}', '{Carv,Oliv,Barb,Rib,Teix,Ferr,Alm,Card,Mont,Nog,Per,Mour}', '{alho,eira,osa,eiro,ães,ida,oso,ão}'),
  ('UA', 'Київ', '{Олена,Тарас,Ірина,Андрій,Марія,Богдан,Софія,Юрій,Ганна,Петро,Леся,Ярослав}', '{Шевч,Бонд,Ткач,Кравч,Олій,Мельн,Гонч,Савч,Руд,Мороз,Павл,Лис}', '{енко,ук,ик,ар,ишин,ів,овський,ець}'),
  ('GR', 'Πάτρα', '{Ελένη,Γιώργος,Μαρία,Νίκος,Σοφία,Κώστας,Άννα,Πέτρος,Ζωή,Λευτέρης,Δανάη,Ορέστης}', '{Παπαδ,Γεωργ,Νικολ,Βασιλ,Δημητρ,Καρα,Οικονομ,Αλεξ,Μακρ,Σταυρ,Κων,Αντων}', '{όπουλος,ίου,άκης,ίδης,άτος,έας,ιάδης,ούλη}'),
  ('EG', 'القاهرة', '{ياسمين,عمر,نور,كريم,سلمى,يوسف,ليلى,طارق,هدى,سامي,مريم,خالد}', '{"ال","عبد ال","أبو ","بن ","آل "}', '{حسن,منصور,فاروق,صالح,رحمن,ناصر,قاسم,حداد}'),
  ('IL', 'חיפה', '{נועה,איתי,תמר,יונתן,שירה,אורי,מאיה,דניאל,יעל,עומר,רוני,אביב}', '{"בן ","בר ","אבן ","בית ","הר "}', '{דוד,לוי,כהן,מזרחי,שלום,אשר,נון,חיים}'),
  ('IN', 'दिल्ली', '{अनन्या,अर्जुन,लक्ष्मी,रोहन,मीरा,विक्रम,नेहा,करण,पूजा,राहुल,सीमा,देव}', '{राज,देव,चंद्र,सूर्य,राम,कृष्ण,शिव,हरि,जय,धर्म,लोक,इंद्र}', '{पाल,वर्मा,दास,नाथ,सिंह,मोहन,लाल,प्रसाद}'),
  ('TH', 'เชียงใหม่', '{สมชาย,มาลี,อนันต์,กานดา,ธนา,พิมพ์,วิชัย,สุดา,ณัฐ,รัตนา,ประเสริฐ,ดวงใจ}', '{ศรี,ทอง,บุญ,วงศ์,แก้ว,สุข,จันทร์,ไชย,รุ่ง,เพชร,ใจ,สม}', '{สุวรรณ,เจริญ,ดี,พงษ์,มณี,ประเสริฐ,วัฒน์,รักษ์}'),
  ('CN', '成都', '{伟,芳,娜,敏,静,强,磊,洋,艳,勇,军,杰}', '{王,李,张,刘,陈,杨,黄,赵,吴,周,徐,孙}', '{子,晓,文,志,海,建,春,雨}'),
  ('JP', '札幌', '{陽菜,蓮,結衣,湊,葵,樹,凛,大翔,紬,悠真,芽依,颯太}', '{田,山,小,高,中,松,石,大,森,原,川,村}', '{"中 ","本 ","林 ","橋 ","島 ","下 ","井 ","野 "}'),
  ('KR', '부산', '{서연,민준,지우,도윤,하은,시우,수아,주원,지민,예준,다은,현우}', '{김,이,박,최,정,강,조,윤,장,임,한,오}', '{" "," 은"," 혜"," 동"," 재"," 소"," 유"," 태"}');

-- This world is made without the calls that write notices.
UPDATE notice_start SET since = 'infinity';

-- The administrators of the made-up world. They cannot sign in.
INSERT INTO profiles (role, duty, status, full_name, email)
SELECT 'admin', 'owner', 'Active', name, 'admin' || n || '@seed.example'
  FROM unnest('{Ines Carvalho,Tomasz Nowak,Adaeze Okafor}'::text[]) WITH ORDINALITY a (name, n);
