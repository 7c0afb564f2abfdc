import { createMatcher, tune } from '../src/client/match.ts'
import { shardFiles, shardMatcher } from '../src/client/shards.ts'
import { noisy } from './bench/noise.ts'
import { synthetic } from './bench/synthetic.ts'
import { codesOf } from '../src/client/codes.ts'
const entryOf=(number:number):any=>{const { id, title, errors, product, markdown } = synthetic(number)
  const symptoms = [...markdown.matchAll(/^- (.+)$/gm)].slice(0, 2).flatMap(([, item]) => item ?? [])
  return {id,title,errors,signs:[],symptoms,codes:codesOf([title, ...errors].join('\n')),products:[product]}}
const pages=Number(process.argv[2]), texts=Number(process.argv[3])
const entries=Array.from({length:pages},(_,n)=>entryOf(n))
const {root,shards}=shardFiles(entries,'2026-01-01T00:00:00Z')
const whole=createMatcher({entries})
const floors=[0.1,0.2,0.3,0.4,0.5]
const c:any={}
for(let n=0;n<texts;n++){const {id,text}=noisy(entries,n)
 const m=await shardMatcher(root,text,async p=>shards[Number(/\d+/.exec(p)?.[0])] as any)
 for(const f of floors){tune.odds=f;const [w]=whole.match(text);const [g]=m.match(text)
  const k=c[f]??={ans:0,right:0,same:0,other:0,otherRight:0,wrongWhole:0,wrongShard:0}
  const same=w?.entry.id===g?.entry.id&&w?.confidence===g?.confidence
  if(w){k.ans++;if(w.entry.id===id)k.right++;else k.wrongWhole++;if(same)k.same++}
  if(g&&g.entry.id!==id)k.wrongShard++
  if(g&&!same){k.other++;if(g.entry.id===id)k.otherRight++}
  if(!same&&f===0.3)console.log(n,JSON.stringify({id,text,w:w&&[w.entry.id,w.score],g:g&&[g.entry.id,g.score]}))
 }}
console.log(c)
