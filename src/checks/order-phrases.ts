import type { Folded } from './fold.ts'

/** One way to give orders to the model that reads a page. */
export interface OrderPhrase {
  /** What a message calls it. */
  readonly kind: string
  readonly form: keyof Folded
  /** Any of them. */
  readonly patterns: readonly RegExp[]
}

const phrase = (kind: string, form: keyof Folded, ...sources: string[]): OrderPhrase => ({
  kind,
  form,
  patterns: sources.map((source) => new RegExp(source, 'mu')),
})

const override = 'order to set other instructions aside'
const secrecy = 'order to keep something from the user'
const identity = 'new identity for the reader'
const approval = 'order to act without approval'
const prompt = 'request for the reader’s own prompt'

/** Up to `n` words in between. */
const words = (n: number) => `(?:[^\\s.!?:;|]{1,24} ){0,${n}}`
/** Up to `n` characters of the same sentence in between, for scripts without spaces. */
const near = (n: number) => `[^。．.!?！？\\n]{0,${n}}`

const guarded =
  '(?:instructions?|prompts?|directives?|guidelines?|guardrails?|orders?|programming|training|system messages?)'
const before = '(?:previous|prior|earlier|preceding|above|foregoing|former|original|initial|system|existing)'
const person =
  '(?:the |your |its |any )?(?:human |end |actual )?(?:users?|humans?|operators?|owners?|principal|developers?|person|people)'
const reader =
  '(?:ai|llms?|language models?|large language models?|ai agents?|coding agents?|ai assistants?|ai models?|ai readers?|ai tools?|chatbots?|autonomous agents?)'

const english = [
  phrase(
    override,
    'latin',
    `\\b(?:ignore|disregard|forget|discard|neglect|(?:do not|don't|stop) (?:follow|following|obey|obeying)|pay no attention to) ${words(3)}(?:your |the |any |all |these |those |my |of )*${before} ${words(3)}${guarded}\\b`,
    `\\b(?:ignore|disregard|forget|discard|(?:do not|don't|stop) (?:follow|following|obey|obeying)|pay no attention to) (?:all |any |every |everything |of |the |your |other ){1,4}${guarded}\\b(?! (?:files?|manual|sheet|page|set|pointer|cache|tuning))`,
    `\\b(?:ignore|disregard|forget) (?:all |any |every(?:thing)? |the |your |of |what )*(?:you were told|you have been told|you know|you've been told|(?:was )?(?:said|told|written|stated) (?:above|before|earlier|so far|previously))\\b`,
    `\\b(?:ignore|disregard|forget) (?:all |any |the |of |your )*(?:previous|prior|earlier|your|safety|system) (?:safety |content |security )?(?:rules|constraints|restrictions|polic(?:y|ies)|limits|limitations|context|commands)\\b(?! (?:from|in) (?:the )?(?:file|config|eslint))`,
    `\\b(?:previous|prior|earlier|above|your|system) ${guarded} (?:are|is|were|have been|has been) (?:now |hereby |all )?(?:void|obsolete|revoked|cancell?ed|superseded|null|overridden|no longer (?:valid|apply|applies|binding))\\b`,
    `\\b(?:override|bypass|overwrite|abandon|drop) (?:your |the |any |all |these |those |my |of )*(?:previous|prior|earlier|preceding|foregoing|former|original|initial) (?:system )?${guarded}\\b`,
    `\\bignoreall ?(?:previous|prior|above)? ?instructions|ignore(?:all)?(?:the)?(?:previous|prior|above)instructions`,
  ),
  phrase(
    'line that speaks as another role',
    'latin',
    `(?:^|[.!?\\]>] )[#*\\[<( ]{0,4}(?:system|assistant|developer|user|human|tool)(?: message| prompt| note| override)?[\\])>]?\\s?: ?(?:you (?:must|are|should|will|shall|may|can|have)\\b|ignore\\b|disregard\\b|forget\\b|new (?:rules?|instructions?|task|policy)\\b|from now on\\b|always\\b|never\\b|do not\\b|execute\\b|obey\\b|the (?:user|assistant|agent|model) )`,
    `(?:^|[.!?] )[\\[(<#]{1,4} ?(?:system|developer|admin|root|override)[\\])>#]{1,4} ?:? ?(?:you (?:must|are|should|will|shall)\\b|ignore\\b|execute\\b|run all\\b|obey\\b)`,
    `(?:^|[.!?] )assistant ?: ?i(?: will|'ll| have| am|'m) (?:now )?(?:${words(1)})?(?:delete|run|send|execute|approve|ignore|upload|remove|comply|follow)\\b`,
    `\\b(?:new|updated|revised|hidden|secret|additional|real|actual) (?:system |developer )?(?:instructions?|directives?|system prompt|orders)(?: (?:for|to) (?:you|the (?:ai|agent|assistant|model|reader)))? ?(?::|follow\\b)`,
    `\\b(?:end|start|begin(?:ning)?) of (?:the )?(?:system|developer) (?:prompt|message|instructions?)\\b`,
    `\\[ ?(?:end|start|begin) of (?:the )?(?:page|document|context|data|tool (?:output|result)|user (?:input|message))`,
    `(?:^|(?<![-=#*])[-=#*]{2,} ?)(?:end|begin) (?:system |developer |new )(?:prompt|instructions?|message)\\b`,
  ),
  phrase(
    identity,
    'latin',
    `\\byou are (?:now|from now on|no longer) (?:in )?(?:an? |the |my |our |acting as |called )?(?:${words(3)})?(?:unrestricted|uncensored|unfiltered|jailbroken|dan\\b|root agent|ai\\b|assistant|chatbot|language model|hacker|(?:dan|god|admin|developer|debug|maintenance|unrestricted|jailbreak) mode\\b)`,
    `\\byou are no longer (?:bound|restricted|limited|an? (?:ai|assistant))\\b`,
    `\\bfrom now on,? (?:you (?:must (?:obey|follow|act|answer|respond|always|never|run|execute|treat)|are (?:an? |the |my )|will (?:obey|act as|follow my|answer as|respond as)|have no (?:rules|limits|restrictions))|act as |obey |treat )`,
    `\\b(?:pretend|imagine|act as (?:if|though)) (?:that )?you (?:have no|are (?:not bound|free of|an? (?:unrestricted|uncensored|different)))`,
    `\\byour (?:new|real|actual|true|only|updated|secret) (?:task|goal|objective|instructions?|mission|role|purpose|job|orders|system prompt) (?:is|are)\\b`,
    `\\b(?:enter|enable|activate|switch to|you are in) (?:dan|god|jailbreak|unrestricted|no.?limits?) mode\\b`,
    `\\b(?:disable|turn off|deactivate|bypass|lower|suspend) (?:all |your |any )*(?:safety|ethical|content|alignment) (?:filters?|checks?|guidelines?|protocols?|restrictions?|measures?|rules?|policies|training|guardrails?)\\b`,
  ),
  phrase(
    secrecy,
    'latin',
    `\\b(?:do not|don't|never|must not|should not|without) (?:ever )?(?:tell|telling|inform|informing|notify|notifying|alert|alerting|warn|warning|mention(?:ing)?(?: (?:this|it|that|any of this|these(?: \\w+)?))? to|report(?:ing)?(?: (?:this|it|that|these(?: \\w+)?))? to|reveal(?:ing)? (?:this|it|that|these(?: \\w+)?) to|disclos(?:e|ing) (?:this|it|that|these(?: \\w+)?) to|show(?:ing)? (?:this|these)(?: \\w+)? to|let) ${person}(?: (?:about|of|that|know|see|notice|anything|any|what|you|this|these|it)\\b| ?[.!;,]| ?$)`,
    `\\b(?:do not|don't|never) (?:mention|reveal|disclose|report|discuss|acknowledge|refer to|log) (?:this|these|that|the above|any of (?:this|these)) (?:step|instruction|message|note|section|text|action|command|request|paragraph|page|change|call)s?\\b(?: (?:to|in|with|when)\\b|[ ]?[.!;,]|$)`,
    `\\b(?:hide|conceal|keep) (?:this|these|the|it|that)(?: (?:step|action|change|instruction|fact|message|command|request|call|result|output|file)s?)? (?:secret |hidden |confidential |private )?from ${person}\\b`,
    `\\bkeep (?:this|these|it) (?:${words(2)})?(?:secret|confidential|hidden|between us)\\b`,
    `\\b${person} (?:must|should|may|need|does|do|shall|will) (?:not|never) (?:ever )?(?:know|learn|notice|find out|be told|be informed|see) (?:of |about |that )?(?:this|these|it|you|what|the (?:step|command|call|change))\\b`,
    `\\b(?:silently|secretly|quietly|covertly) (?:run|send|upload|execute|forward|copy|post|add|approve|install|read|append|exfiltrate)\\b${near(60)}\\b(?:environment|credential|secret|token|key|history|conversation|password|user|\\.env|file to)`,
  ),
  phrase(
    approval,
    'latin',
    `(?<!auto-|auto |automatically |will |would |can |could |may )(?:approve|accept|allow|authorize|confirm|grant|say yes to) (?:all|every|any|each)(?: of)?(?: the| future| further| following| subsequent| pending)* (?:tool|command|permission|action|shell|function|confirmation)(?:[ -](?:calls?|requests?|prompts?|uses?|executions?|runs?))?s?\\b(?= ?(?:[.!;,]|$|without|automatically|silently|from now|you|that (?:follow|come)|and |in this))`,
    `\\b(?:run|execute|perform|carry out|do|approve) (?:every|all|any|each|the following|these|this|whatever) (?:${words(3)})?(?:commands?|tools?|tool calls?|actions?|steps?|requests?|instructions?) without (?:asking|confirmation|approval|permission|question|hesitation|review|checking|telling)`,
    `\\byou (?:must|should|may|can|are (?:allowed|authorized|authorised|permitted|free) to|have permission to)(?: now| always| immediately)? (?:${words(5)})without (?:asking|confirmation|approval|permission|the user|user (?:approval|consent|confirmation)|telling|informing)`,
    `\\b(?:no|without|needs? no|requires? no|does not need|skip) (?:further |human |user |any |explicit |additional )*(?:approval|permission|consent|confirmation|authorization|review) (?:is |was )?(?:needed|required|necessary|by|from) (?:(?:the )?(?:user|human|operator|owner)|(?:for|to) (?:this|these|any|all|the following|every|run|execute|agents?|ai))\\b`,
    `\\b(?:the |your )?(?:user|owner|operator|admin(?:istrator)?|human) (?:has |have |had )?(?:already |previously |fully )?(?:approved|authorized|authorised|consented to|pre-?approved|agreed to|given (?:you )?(?:full )?(?:permission|consent|approval)|granted (?:you )?(?:full )?(?:permission|access)) (?:this|these|all|every|any|to|for|the following|in advance|everything|you)\\b`,
    `\\b(?:this|these|the following|all|every) (?:${words(2)})(?:is|are|was|were|has been|have been) (?:already |all )?(?:pre-?approved|pre-?authorized|approved in advance|approved by (?:the )?(?:user|owner|operator|security team))\\b`,
    `\\b(?:do not|don't|never|no need to|without) (?:ask|asking|wait for|waiting for|consult|consulting|check with|checking with|prompt|prompting) (?:the |your |a |any )?(?:user|human|operator|owner)(?:'s)? (?:for |about )?(?:approval|permission|confirmation|consent|before|first)(?: ?[.!;,]| before| and|$)`,
  ),
  phrase(
    'words addressed to the reader’s model',
    'latin',
    `(?:^|[.!?] |[([*_#-] ?)(?:(?:attention|note|notice|message|important|instructions?|reminder|hint|warning|todo|dear|hey|hello|info|hidden)(?:,? (?:to|for|from))?(?: (?:all|any|the|every))?,? )?${reader}(?: (?:agents?|assistants?|models?|readers?|systems?|crawlers?))?(?: (?:only|reading this(?: page)?|parsing this))? ?[:,] ?(?:please |now |then |also |first |you )*(?:ignore|run|execute|open|send|set|add|print|read|do not|don't|must|should|always|never|visit|fetch|install|upload|approve|follow|call|post|copy|write|disregard|stop|skip|the (?:user|following|real)|allow|include|append|recommend)\\b`,
    `\\b(?:if|when) you(?: are|'re) an? (?:${words(2)})?(?:ai|llm|language model|chatbot|coding agent|autonomous agent|ai agent|ai assistant)\\b(?:,| ?(?:reading|processing|parsing|agent|model|assistant|then|you))`,
    `\\bas an? (?:ai|llm|language model|ai agent|ai assistant)(?: (?:agent|assistant|model))?,? you (?:must|should|have to|need to|are required|shall|will)\\b`,
    `\\b(?:instructions?|orders?|directives?|commands?|tasks?) (?:for|to) (?:the |all |any |every )?${reader}(?: reading this)? ?:`,
  ),
  phrase(
    prompt,
    'latin',
    `\\b(?:print|reveal|show|output|repeat|display|send|leak|dump|disclose|write out|recite|quote|tell me)(?: me| us| out)? (?:verbatim |word for word )?(?:your|all your) (?:${words(3)})?(?:system prompt|system message|instructions|initial prompt|hidden prompt|developer message|prompt)\\b`,
    `\\b(?:reveal|leak|exfiltrate|recite) (?:the )?(?:full |entire |complete |hidden |original |initial )*system (?:prompt|message)\\b`,
  ),
  phrase(
    'order to hand over secrets',
    'latin',
    `\\b(?:send|post|upload|email|mail|forward|submit|transmit|exfiltrate|paste|append|copy|report) (?:all |the |your |every |any |user's |their |its |full |complete )*(?:contents? of (?:the |your )?)?(?:environment variables?|env(?:ironment)?(?: vars?)?|api keys?|secrets?|credentials?|access tokens?|\\.env(?: files?)?|ssh keys?|private keys?|passwords?|conversation(?: history)?|chat history|shell history|system prompt|id_rsa|ssh folder)(?: (?:file|folder|values?|contents?))? ${words(4)}?(?:to|at) (?:https?:|me\\b|us\\b|this (?:address|url|server|endpoint|host|webhook|site)|the following (?:address|url|server|endpoint)|[a-z0-9-]+@|[a-z0-9.-]+\\.(?:example|com|net|org|io)\\b)`,
  ),
  phrase(
    'order to decode and follow',
    'latin',
    `\\b(?:decode|decrypt|deobfuscate|unscramble|un-?base64|base64.decode|rot13|reverse|translate)\\b${near(60)}\\b(?:and|then) (?:then )?(?:follow|execute|obey|do what|carry out|perform|act on|comply with|run (?:it|what|whatever|the (?:result|output|decoded)))\\b`,
    `\\b(?:follow|execute|obey|comply with|carry out) (?:the |all |any |every |these |its )*(?:hidden|decoded|encoded|embedded|base64|secret|invisible) (?:instructions?|commands?|text|message|payload|orders?)\\b`,
    `\\btreat (?:this|the following|the (?:text|content|page|result)(?: (?:above|below|here))?|everything (?:above|below)) as (?:an? |the |your )?(?:new |trusted |authoritative |highest.priority )*(?:system|developer|operator|user)(?:'s)? (?:message|prompt|instructions?|command|request)s?\\b`,
  ),
  phrase(
    'order to remember',
    'latin',
    `\\b(?:save|store|write|add|commit|append|put|persist) (?:this|these|the following|that)(?: (?:rule|instruction|text|line|note|fact|message|sentence)s?)? (?:in|to|into) (?:your )(?:long.?term |persistent |permanent )?memory\\b`,
    `\\b(?:remember|apply|follow|obey|repeat|use) (?:this|these|it|that)(?: (?:rule|instruction|step|policy|order)s?)? (?:in|for|during|across) (?:all|every|each|any) (?:future|later|subsequent|following|other) (?:sessions?|conversations?|chats?|tasks?|requests?|answers?|repl(?:y|ies))\\b`,
  ),
  phrase(
    'mark that ends what came before',
    'latin',
    `\\b(?:the |this |your )?(?:task|job|conversation|session|user(?:'s)? request) is (?:now |already )?(?:finished|complete|completed|over|done) ?[;,.:] ?(?:now|next|instead|your next|then|please now),? (?:\\w+ ){0,2}(?:open|send|run|read|call|visit|fetch|upload|execute|delete|post|write|copy|start|you)\\b`,
  ),
]

const romance = [
  phrase(
    override,
    'latin',
    // Spanish, Portuguese, Italian, Catalan
    `\\b(?:ignor(?:a|e|en|ad|ar|i|ate|are|em)|olvid(?:a|e|en|ad|ar)|esquec?(?:a|e|am|er)|dimentica(?:re|te)?|descart(?:a|e|en|ar|em)|desconsider(?:a|e|ar|em)|desatiend(?:a|e)|omit(?:e|a|ir)|no sigas|no siga|nao siga|non seguire|haz caso omiso de|haga caso omiso de) (?:de |con |das? |dos? |delle |degli )?(?:\\S{1,20} ){0,3}(?:instruccion(?:es)?|indicacion(?:es)?|ordenes|directrices|reglas|instruc(?:oes|ao)|orientacoes|ordens|regras|istruzioni|indicazioni|regole|ordini|prompts?)(?: \\S{1,20}){0,2} (?:anterior(?:es)?|previ[ao]s?|precedent[ei]s?|de arriba|acima|del? sistema|do sistema|recibidas|dadas|originales|existentes|iniciales|sopra|ricevute)\\b`,
    `\\b(?:ignor(?:a|e|en|ad|ar|i|ate|are)|olvid(?:a|e|en|ad)|esqueca|dimentica) (?:\\S{1,20} ){0,2}(?:todas|todos|tus|sus|suas|tutte|le tue|las anteriores|los anteriores|as anteriores|anteriores|previas|precedenti) (?:\\S{1,20} ){0,2}(?:instruccion(?:es)?|indicaciones|ordenes|directrices|reglas|instrucoes|orientacoes|ordens|regras|istruzioni|prompts?)\\b`,
    // French
    `\\b(?:ignor(?:e|ez|er)|oubli(?:e|ez|er)|neglige[zr]?|ne (?:tiens|tenez|tenir) (?:pas|aucun) compte d(?:e|es|u)|fai(?:s|tes) abstraction d(?:e|es|u)|ne (?:suis|suivez) (?:pas|plus)) (?:\\S{1,20} ){0,4}(?:instructions?|consignes?|directives?|regles|ordres|prompts?)(?: \\S{1,20}){0,2} (?:precedente?s?|anterieure?s?|ci-dessus|du systeme|donnees|recues|systeme|initiale?s?|existante?s?)\\b`,
    `\\b(?:ignor(?:e|ez|er)|oubli(?:e|ez|er)) (?:toutes?|tous|vos|tes)(?: \\S{1,20}){0,3} (?:instructions?|consignes?|directives?|regles|ordres|prompts?)\\b`,
  ),
  phrase(
    secrecy,
    'latin',
    `\\b(?:no|nunca|nao) (?:se )?(?:l[oae]s? )?(?:se )?(?:dig(?:a|as|an)|cont(?:es|e)|cuent(?:es|e)|inform(?:es|e)|mencion(?:es|e)|revel(?:es|e)|avis(?:es|e)|notifi(?:ques|que)|coment(?:es|e)|conte|avise)\\b${near(30)}\\b(?:al?s?|a la|ao|a os|aos) (?:usuari[oa]s?|operador|duen[oa]|human[oa]|propietario|utilizador|dono)\\b`,
    `\\b(?:non) (?:dire|dirlo|informare|rivelare|menzionare|avvisare)\\b${near(30)}\\b(?:utente|operatore|proprietario)\\b`,
    `\\b(?:ne|n'en|n') ?(?:l[ea] |lui |leur |en )?(?:dis|dites|parle[sz]?|informe[sz]?|previens|prevenez|mentionne[sz]?|revele[sz]?|avertis(?:sez)?|signale[sz]?) (?:pas|rien|jamais)\\b${near(30)}\\b(?:utilisateurs?|usagers?|operateur|humain|proprietaire)\\b`,
    `\\b(?:sin|sem|sans|senza) (?:que )?(?:avisar|informar|decir|decirselo|contar|prevenir|informer|avertir|avvisare)(?:lo)? (?:al?|ao|a l'|l')? ?(?:usuario|utilisateur|utente|operador)\\b`,
  ),
  phrase(
    identity,
    'latin',
    `\\b(?:ahora (?:eres|seras)|a partir de ahora (?:eres|seras|debes|actua)|agora voce e|voce agora e|a partir de agora,? voce|ora sei|da ora in poi sei|tu es (?:maintenant|desormais)|vous etes (?:maintenant|desormais)|a partir de maintenant,? (?:tu|vous))\\b${near(40)}\\b(?:asistente|ia|ai|modelo|agente|restricciones|limites|modo|assistente|agent|assistant|modele|mode|restrictions?)\\b`,
  ),
  phrase(
    approval,
    'latin',
    `\\b(?:aprueba|apruebe|acepta|acepte|aprove|aceite|approuve[zr]?|accepte[zr]?|approva) (?:todas?|todos?|cada|toutes?|tous|chaque|tutte|ogni)(?: \\S{1,20}){0,3} (?:herramientas?|comandos?|ferramentas?|outils?|commandes?|strumenti|permisos?|permissions?|solicitud(?:es)?|appels?)\\b`,
    `\\b(?:ejecut(?:a|e|en)|execut(?:e|ez|a)|esegui) (?:\\S{1,20} ){0,5}(?:sin (?:pedir|solicitar|la|preguntar)|sem (?:pedir|perguntar)|sans (?:demander|l')|senza (?:chiedere|l')) ?(?:\\S{1,20} ){0,2}(?:aprobacion|permiso|confirmacion|autorizacion|usuario|aprovacao|permissao|utilisateur|permission|confirmation|autorisation|approvazione|permesso|conferma|utente)\\b`,
  ),
  phrase(
    prompt,
    'latin',
    `\\b(?:muestra|muestre|revela|revele|imprime|mostre|affiche[zr]?|montre[zr]?|revele[zr]?|mostra) (?:me )?(?:tu|su|seu|sua|ton|votre|il tuo|tus|vos) (?:\\S{1,20} )?(?:prompt|instrucciones|instrucoes|instructions|mensaje de sistema|message systeme)\\b`,
  ),
]

const german = [
  phrase(
    override,
    'latin',
    `\\b(?:ignorier(?:e|en sie|t|en)|vergiss|vergesst|vergessen sie|missachte(?:n sie)?|verwirf|ubergehe?|uberspringe|befolge (?:nicht|keine)|beachte (?:nicht|keine)|halte dich nicht an) (?:\\S{1,20} ){0,4}(?:vorherig\\S*|bisherig\\S*|fruher\\S*|obig\\S*|vorangegangen\\S*|vorig\\S*|vorstehend\\S*|all\\S{0,2}|samtlich\\S*|dein\\S*|ihr\\S*|system\\S*) (?:\\S{1,20} ){0,3}(?:anweisung(?:en)?|instruktion(?:en)?|befehle?n?|regeln|vorgaben|prompts?|systemprompts?|anleitungen|richtlinien|weisungen)\\b`,
  ),
  phrase(
    secrecy,
    'latin',
    `\\b(?:sage?|sagen sie|erzahle?|erzahlen sie|teile?|verrate?|verraten sie|informiere?|informieren sie|erwahne?|erwahnen sie|melde|berichte) (?:es |das |dies |davon )?(?:gegenuber )?(?:de[mnr]|dein\\S{0,2}|ihr\\S{0,2}) (?:be)?(?:nutzer|anwender|menschen|user|betreiber|besitzer)(?:n|in|s)? (?:davon |daruber |hiervon |hieruber |von (?:diese[mnr]|der|dem) \\S{1,20} |uber (?:diese[mnr]?|den|das) \\S{1,20} )?(?:nichts|nicht|kein)\\b`,
    `\\b(?:ohne (?:den|die|das) (?:be)?(?:nutzer|anwender|user|betreiber)\\S* (?:zu (?:fragen|informieren)|um (?:erlaubnis|zustimmung)))\\b`,
    `\\bverschweige? (?:es |das |dies(?:en schritt)? )?(?:de[mnr]) (?:be)?(?:nutzer|anwender|user)`,
  ),
  phrase(
    identity,
    'latin',
    `\\b(?:du bist|sie sind) (?:jetzt|nun|ab jetzt|ab sofort|von nun an|nicht langer|nicht mehr)\\b${near(40)}\\b(?:assistent\\S*|ki|modell|agent|modus|uneingeschrankt\\S*|einschrankung\\S*|beschrankung\\S*)`,
    `\\bab (?:jetzt|sofort) (?:musst|wirst|sollst) du (?:\\S{1,20} ){0,3}(?:gehorchen|befolgen|antworten|ausfuhren)\\b`,
  ),
  phrase(
    approval,
    'latin',
    `\\b(?:genehmige|bestatige|erlaube|akzeptiere) (?:alle|jede[nrs]?|samtliche) (?:\\S{1,20} ){0,2}(?:werkzeug\\S*|tool\\S*|befehle?|aufrufe?|anfragen?|berechtigung\\S*)`,
    `\\b(?:fuhre?|fuhren sie)\\b${near(50)}\\bohne (?:zu fragen|ruckfrage|zustimmung|genehmigung|bestatigung|erlaubnis) (?:des (?:be)?nutzers )?aus\\b`,
  ),
  phrase(
    prompt,
    'latin',
    `\\b(?:zeige?|gib|nenne|verrate?|drucke?)(?: mir)? (?:dein\\S{0,2}|ihr\\S{0,2}|den) (?:\\S{1,20} )?system-?prompt\\b`,
  ),
]

const russian = [
  phrase(
    override,
    'own',
    `(?:про)?игнорируй(?:те)?${near(40)}(?:предыдущ|прошл|прежн|вышеуказанн|все|всё|выше|систем|ранее|свои|данные)${near(30)}(?:инструкц|указани|команд|правил|промпт|директив|распоряжени)`,
    `(?:забудь(?:те)?|отбрось(?:те)?|не следуй(?:те)?|не обращай(?:те)? внимания на|не выполняй(?:те)?)${near(30)}(?:предыдущ|прошл|прежн|все|всё|выше|систем|ранее|свои)${near(30)}(?:инструкц|указани|промпт|директив|распоряжени|правил)`,
  ),
  phrase(
    secrecy,
    'own',
    `не (?:говори|сообщай|рассказывай|упоминай|информируй|уведомляй|раскрывай|докладывай)(?:те)?${near(40)}(?:пользовател|оператор|владельц|человек|юзер)`,
    `(?:скрой|скрывай|утаи)(?:те)?${near(20)}от (?:пользовател|оператор|владельц)`,
    `(?:втайне|тайно|незаметно) (?:от (?:пользовател|оператор)|отправь|выполни|запусти)`,
  ),
  phrase(
    identity,
    'own',
    `(?:теперь ты|ты теперь|отныне ты|с этого момента ты|вы теперь)${near(40)}(?:ассистент|помощник|модель|агент|режим|ограничен|ии(?![а-яё]))`,
  ),
  phrase(
    approval,
    'own',
    `(?:выполняй|выполни|запускай|запусти|одобряй|одобри|подтверждай|разреши)(?:те)?${near(40)}без (?:разрешени|подтверждени|согласи|одобрени|спроса|ведома)${near(16)}пользовател`,
    `(?:одобряй|одобри|подтверждай|разрешай|принимай)(?:те)? (?:все|всё|любые|каждый|каждое)${near(24)}(?:вызов|команд|инструмент|запрос|действи)`,
  ),
  phrase(
    prompt,
    'own',
    `(?:покажи|выведи|раскрой|напечатай|повтори)(?:те)? (?:свой |ваш |твой |мне )?системн(?:ый|ого|ые) (?:промпт|инструкц|сообщени)`,
  ),
]

const chinese = [
  phrase(
    override,
    'own',
    `(?:忽略|无视|無視|忽视|忽視|忘记|忘記|忘掉|抛弃|拋棄|不要理会|不要理會|不要遵守|不要遵循|不要遵從|停止遵守|停止遵循|跳过|绕过)${near(8)}(?:之前|以前|先前|前面|上面|上述|以上|此前|所有|一切|任何|系统|系統|你的|原有|既有|先前)${near(8)}(?:指令|指示|提示词|提示詞|命令(?!行)|规则设定|規則|设定|約束|约束|规则)(?!提示符)`,
  ),
  phrase(
    secrecy,
    'own',
    `(?:不要|别|別|请勿|請勿|切勿|不得|千万不要|无需|無需)${near(3)}(?:告诉|告訴|告知|透露|提及|通知|汇报|報告|报告|提醒|泄露)${near(4)}(?:给|給)?(?:用户|用戶|使用者|人类|人類|主人|操作员|操作員)${near(8)}(?:此|这|這|该|該|本|任何|你)`,
    `(?:不要|别|別|切勿|不能)(?:让|讓|被)(?:用户|用戶|使用者|人类|人類|主人)(?:知道|发现|發現|察觉|察覺|看到|得知)`,
    `(?:不要|别|別|请勿|切勿|不得)${near(2)}(?:向|对|對|跟|和)(?:用户|用戶|使用者|人类|主人)${near(4)}(?:说明|透露|提及|提到|报告|報告|汇报|披露|公开|说|說|展示此|显示此)`,
    `(?:瞒着|瞞著|背着|背著|对用户隐瞒|對用戶隱瞞)(?:用户|用戶|使用者|此|这|該)`,
  ),
  phrase(
    identity,
    'own',
    `(?:你现在是|你現在是|从现在(?:开始|起),?你(?:是|将扮演|必须服从|要服从)|從現在(?:開始|起),?你(?:是|將|必須))${near(16)}(?:ai|助手|模型|代理|智能体|机器人|機器人|黑客|限制|模式|角色)`,
    `你(?:的)?(?:新|真正|实际|唯一)(?:的)?(?:任务|任務|目标|目標|指令|身份|角色)(?:是|为|為)`,
  ),
  phrase(
    approval,
    'own',
    `(?:无需|無需|不需要|不必|不用|未经|未經)${near(4)}(?:用户|用戶|使用者|人工)${near(4)}(?:同意|批准|确认|確認|许可|許可|授权|授權|审批)${near(8)}(?:执行|執行|运行|運行|批准|调用|操作|即可)`,
    `(?:批准|同意|接受|允许|允許|通过)(?:所有|全部|每个|每一个|任何|一切)(?:的)?(?:工具|命令|权限|權限|操作|请求|請求)(?:调用|調用|请求|請求|执行)?(?:$|[,。!;\\s])`,
  ),
  phrase(
    prompt,
    'own',
    `(?:输出|輸出|打印|泄露|洩露|透露|显示|顯示|公开|告诉我|告訴我|重复|重複|复述)${near(4)}(?:你的)?(?:系统提示词|系統提示詞|系统指令|系統指令|初始指令|隐藏指令)(?!$)|(?:输出|輸出|泄露|透露|公开|告诉我)你的(?:系统提示|指令|提示词)`,
    `(?:致|给|給|请|請)?(?:所有|各位|正在阅读的)?(?:ai|人工智能|大语言模型|大語言模型|大模型|语言模型)(?:助手|代理|智能体|模型|读者)?(?:请注意|請注意|注意|必须|必須|务必|務必|:) ?${near(20)}(?:执行|執行|运行|忽略|发送|發送|打开|调用|上传|批准|读取|遵守)`,
  ),
]

const japanese = [
  phrase(
    override,
    'own',
    `(?:以前|これまで|今まで|上記|上述|前述|先ほど|先程|すべて|全て|全ての|既存|システム|元|最初|前)の?${near(14)}(?:指示|命令|プロンプト|ルール|指令|制約|規則)(?:事項|文)?(?:を|は|に)?(?:すべて|全て|全部|一切|完全に)?(?:無視|忘れ|破棄|従わ(?:ない|ず)|従うな|無効)`,
  ),
  phrase(
    secrecy,
    'own',
    `(?:ユーザー?|利用者|使用者|人間|所有者|管理者|オペレーター?)(?:に|には|へ)${near(14)}(?:伝え|知らせ|教え|報告し|言わ|話さ|明かさ|通知し|告げ|見せ|悟られ|気づかれ)(?:ないで|るな|てはいけ|てはなら|ないこと|ないように|ず(?:に)?(?:実行|送信|進め))`,
    `(?:ユーザー?|利用者|使用者)(?:には|に)(?:秘密|内緒|黙って)`,
  ),
  phrase(
    identity,
    'own',
    `(?:あなたは(?:今|これ|いま)から|(?:今|これ|いま)からあなたは|あなたはもはや)${near(20)}(?:ai|アシスタント|モード|エージェント|モデル|制限|ボット)`,
    `あなたの(?:新しい|本当の|真の|実際の)(?:任務|目的|指示|役割|タスク|目標)は`,
  ),
  phrase(
    approval,
    'own',
    `(?:ユーザー?|利用者|使用者|人間)の?(?:承認|確認|許可|同意)(?:なし|無し|を得ず|を求めず|を待たず|は不要|は必要ありません)${near(20)}(?:実行|承認|進め|呼び出)`,
    `(?:すべて|全て|あらゆる|全ての)の?(?:ツール|コマンド|権限|操作|要求|リクエスト)(?:呼び出し|実行|要求)?を(?:承認|許可)(?:して|せよ|しろ|しなさい)`,
  ),
  phrase(
    prompt,
    'own',
    `(?:あなたの)?システムプロンプト(?:を|の(?:内容|全文)を)${near(6)}(?:出力し(?:て|ろ|なさい)|開示|教え(?:て|ろ)|漏らし|公開し(?:て|ろ))`,
    `ai(?:アシスタント|エージェント|モデル)?(?:へ|へのお?(?:指示|注意|お知らせ)|の皆さんへ)(?:$|[:。,、 ])${near(30)}(?:実行|無視|送信|開いて|従|アップロード|読み取)`,
  ),
]

const korean = [
  phrase(
    override,
    'own',
    `(?:이전|위|앞선|앞|기존|지금까지|상기|시스템|모든|원래|종전)(?:의|에|에서)?${near(14)}(?:지시|지침|명령|프롬프트|규칙|안내)(?:사항|문|들)?(?:을|를|은|는|에|도)?${near(10)}(?:무시|잊|따르지|무효|폐기|버리)`,
  ),
  phrase(
    secrecy,
    'own',
    `(?:사용자|유저|운영자|소유자|사람|관리자)(?:에게|한테|께|에게는|가|께서)${near(20)}(?:알리지|말하지|보고하지|언급하지|알려 ?주지|숨기|비밀로|공개하지|모르게|알지 못하게|이야기하지|통지하지)${near(4)}(?:마|말|않|고|하|세|십)`,
    `(?:사용자|유저|운영자) ?(?:몰래|모르게)`,
  ),
  phrase(
    identity,
    'own',
    `(?:당신은 이제|너는 이제|이제부터 (?:당신|너)|이제 (?:당신|너)는|지금부터 (?:당신|너))${near(20)}(?:ai|인공지능|모드|어시스턴트|에이전트|제한|모델|비서)`,
    `(?:당신|너)의 (?:새로운|진짜|실제) (?:임무|목표|작업|지시|역할)(?:은|는)`,
  ),
  phrase(
    approval,
    'own',
    `(?:사용자|유저|운영자|사람)의? ?(?:승인|허가|동의|확인|허락)(?:을|를)? ?(?:없이|받지 ?않고|구하지|요청하지|묻지|필요 ?없)${near(24)}(?:실행|진행|수행|승인|호출|하)`,
    `모든 (?:도구|명령|권한|작업|요청)(?: ?(?:호출|실행|요청))?(?:을|를) (?:승인|허용|수락)(?:하세요|하십시오|해라|하라|해)(?:[ .!]|$)`,
  ),
  phrase(
    prompt,
    'own',
    `시스템 ?프롬프트(?:를|의 내용을|의 전문을)? ?${near(4)}(?:출력|공개|보여|알려|유출)(?: ?주)?(?:하세요|하십시오|해라|하라|해 ?줘|줘|해)`,
    `(?:ai|인공지능) ?(?:에이전트|어시스턴트|모델|비서)?(?:에게|여|께)? ?[:：]${near(30)}(?:무시|실행|전송|출력|열|읽|승인)`,
  ),
]

/** Marks that chat templates and tool runners put around turns; in a page they pose as the runner. */
const tokens: OrderPhrase = phrase(
  'mark of a chat template',
  'latin',
  '<\\s?\\|\\s?(?:im_start|im_end|im_sep|endoftext|endofprompt|system|user|assistant|end|eot_id|eom_id|begin_of_text|end_of_text|start_header_id|end_header_id|channel|message|start|return|call|tool_call|python_tag|fim_\\w+|end_of_turn|observation)\\s?\\|\\s?>',
  '\\[/?(?:inst|sys|system_prompt|available_tools|tool_calls|tool_results)\\]',
  '<</?sys>>',
  '</?(?:start_of_turn|end_of_turn|tool_results?|tool_responses?|tool_outputs?|function_results?|function_calls?|function_response|system-reminder|system_prompt|system_message|system_instructions?|user_message|user_query|assistant_response|antml:\\w+|important_instructions?|admin_instructions?|hidden_instructions?)(?:\\s[^>]{0,40})?/?>',
  '</(?:system|assistant|instructions?|context|documents?|search_results?|untrusted|data|page|webpage|web_content)>',
  '<｜(?:user|assistant|end▁of▁sentence|begin▁of▁sentence|tool▁\\S{1,20})｜>',
)

const latinOnly = [...english, ...romance, ...german, tokens]

/** Finds the first order in a folded text. */
export function findOrder({
  own,
  latin,
}: Folded): { kind: string; form: keyof Folded; index: number; text: string } | undefined {
  const sets = [latinOnly]
  if (/[\u0400-\u04ff]/.test(own)) sets.push(russian)
  if (/\p{sc=Han}/u.test(own)) sets.push(chinese)
  if (/[\u3040-\u30ff]/.test(own)) sets.push(japanese)
  if (/\p{sc=Hangul}/u.test(own)) sets.push(korean)
  for (const { kind, form, patterns } of sets.flat()) {
    const match = firstMatch(patterns, form === 'own' ? own : latin)
    if (match) return { kind, form, index: match.index, text: match[0] }
  }
  return undefined
}

function firstMatch(patterns: readonly RegExp[], text: string): RegExpExecArray | undefined {
  let first: RegExpExecArray | undefined
  for (const pattern of patterns) {
    const match = pattern.exec(text)
    if (match && (first === undefined || match.index < first.index)) first = match
  }
  return first
}
