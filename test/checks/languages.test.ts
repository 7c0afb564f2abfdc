import { expect, test } from 'vitest'
import { foreignSentence } from '../../src/checks/wording.ts'

const translations = {
  it: 'Prima di continuare bisogna controllare che il servizio sia stato avviato e che la porta non sia occupata.',
  pl: 'Najpierw sprawdź, czy usługa została uruchomiona i czy port nie jest zajęty przez inny program.',
  tr: 'Önce hizmetin başlatıldığını ve bağlantı noktasının başka bir program tarafından kullanılmadığını denetleyin.',
  fi: 'Tarkista ensin, että palvelu on käynnistetty ja ettei portti ole toisen ohjelman käytössä.',
  sv: 'Kontrollera först att tjänsten har startats och att porten inte används av ett annat program.',
  ro: 'Verificați mai întâi dacă serviciul a fost pornit și dacă portul nu este folosit de alt program.',
  id: 'Periksa dahulu apakah layanan sudah dijalankan dan apakah port tersebut tidak dipakai program lain.',
  vi: 'Trước tiên hãy kiểm tra xem dịch vụ đã được khởi động chưa và cổng có bị chương trình khác dùng không.',
  sw: 'Kwanza hakikisha kwamba huduma imeanzishwa na kwamba mlango hautumiwi na programu nyingine yoyote.',
  la: 'Primum inspice num ministerium incohatum sit et num porta ab alio programmate non occupetur.',
  eo: 'Unue kontrolu, ĉu la servo estas lanĉita kaj ĉu la pordo ne estas uzata de alia programo.',
  ru: 'Сначала проверьте, запущена ли служба.',
  uk: 'Спочатку перевірте, чи запущено службу.',
  el: 'Ελέγξτε πρώτα αν η υπηρεσία έχει ξεκινήσει.',
  ar: 'تحقق أولا من تشغيل الخدمة قبل المتابعة.',
  hi: 'पहले जाँच लें कि सेवा चल रही है।',
  hy: 'Նախ ստուգեք, թե ծառայությունը գործարկված է։',
  bn: 'আগে দেখে নিন পরিষেবাটি চলছে কিনা।',
  th: 'ตรวจสอบก่อนว่าบริการเริ่มทำงานแล้ว',
  zh: '请先检查服务是否已经启动,端口是否被占用。',
  'short es': 'Déjela de modo que ya no consulte la lista.',
  'short de': 'Der Server ist nicht bereit.',
  ko: '먼저 서비스가 시작되었는지 확인하세요.',
}

test.each(Object.entries(translations))('a sentence in %s has no place on an English page', (_, sentence) => {
  expect(foreignSentence(`Restart the server. ${sentence}`, 'en')).toBeDefined()
})

test.each([
  'Five different searches, ten seconds apart, return results.',
  'Package managers, compilers, module loaders, test runners, browsers, editors, linters.',
  'Restart Docker Desktop, open Settings, Resources, WSL integration, enable Ubuntu.',
  'The error message says 服务 or サーバー where the system is not English.',
  'Self-hosted n8n, plus the answer’s maximum.',
  'Claude Code, Codex CLI, Gemini CLI, OpenClaw and Hermes read it.',
])('“%s” is English', (sentence) => {
  expect(foreignSentence(sentence, 'en')).toBeUndefined()
})
