#!/usr/bin/env python3
"""Compares /custom with a plain interpreter of the same language (tests/support/custom.py) on rules made by a grammar, a quarter of them
changed at random: every move with its outcome, value and what it leads to, counts, states, remoteness; every fault with its place, its
state and its choice.

rules_against_python.py GRUNDYD COUNT [SEED]: exit 0 when both agree on every game, 1 with those on which they differ."""
import json, os, random, subprocess, sys
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'support'))
import custom
sys.setrecursionlimit(100000)
class Grammar:
    def __init__(s,r): s.r=r
    def ch(s,*a): return s.r.choice(a)
    # expressions as (text, level) ; level: 0 ?: 1 || 2 && 3 cmp 4 ++ 5 | 6 ^ 7 & 8 shift 9 + 10 * 11 unary 12 item
    def ie(s,env,d):
        r=s.r
        ints=[n for n,t in env.items() if t=='i']; ls=[n for n,t in env.items() if t=='l']
        if d<=0 or r.random()<.15:
            if ints and r.random()<.7: return (r.choice(ints),12)
            return (str(r.choice([0,1,1,2,2,3,4,5,7])),12)
        k=r.random()
        def w(e,l): return e[0] if e[1]>=l and r.random()<.9 else '('+e[0]+')'
        sp=s.ch('',' ')
        if k<.3:
            o=s.ch('+','-','+','-'); return (w(s.ie(env,d-1),9)+sp+o+sp+w(s.ie(env,d-1),10),9)
        if k<.42:
            o=s.ch('*','/','%'); b=w(s.ie(env,d-1),11)
            if o!='*' and r.random()<.85: b='('+b+' + 1)' if r.random()<.3 else str(r.randint(1,5))
            return (w(s.ie(env,d-1),10)+sp+o+sp+b,10)
        if k<.47:
            o,l=s.ch(('|',5),('^',6),('&',7)); return (w(s.ie(env,d-1),l)+sp+o+sp+w(s.ie(env,d-1),l+1),l)
        if k<.5:
            return (w(s.ie(env,d-1),8)+sp+s.ch('<<','>>')+sp+w(s.ie(env,d-2),9),8)
        if k<.62:
            o=s.ch('<','<=','>','>=','==','!=')
            a,b=s.ie(env,d-1),s.ie(env,d-1)
            f=lambda e: e[0] if e[1]>=8 else '('+e[0]+')'
            return (f(a)+sp+o+sp+f(b),3)
        if k<.66 and (ls or 1):
            o=s.ch('==','!='); f=lambda e: e[0] if e[1]>=4 else '('+e[0]+')'
            return (f(s.le(env,d-1))+sp+o+sp+f(s.le(env,d-1)),3)
        if k<.71:
            o,l=s.ch(('&&',2),('||',1)); return (w(s.ie(env,d-1),l)+sp+o+sp+w(s.ie(env,d-1),l+1),l)
        if k<.75: return (w(s.ie(env,d-1),1)+' ? '+w(s.ie(env,d-1),0)+' : '+w(s.ie(env,d-1),0),0)
        if k<.79: return (s.ch('-','!')+w(s.ie(env,d-1),11),11)
        if k<.85 and ls: return (r.choice(ls)+'['+s.ie(env,d-2)[0]+']',12)
        if k<.9:
            f=s.ch('sum','count','any','all','min','max'); v=s.fresh(env)
            if r.random()<.5: src=s.ie(env,d-2)[0]+'..'+s.ie(env,d-2)[0]
            else: src=s.le(env,d-1)[0]
            return (f+'('+v+' in '+src+': '+s.ie({**env,v:'i'},d-1)[0]+')',12)
        f=s.ch('min','max','abs','gcd','pow','isqrt','log2','bits','popcount','val','is_prime','is_square','is_fib','is_power','least_factor','beatty','len','sum','min1','max1','xor','count','has')
        if f in('min','max'): return (f+'('+', '.join(s.ie(env,d-1)[0] for _ in range(s.ch(2,2,3)))+')',12)
        if f in('min1','max1'): return (f[:3]+'('+s.le(env,d-1)[0]+')',12)
        if f in('len','sum','xor'): return (f+'('+s.le(env,d-1)[0]+')',12)
        if f in('count','has'): return (f+'('+s.le(env,d-1)[0]+', '+s.ie(env,d-1)[0]+')',12)
        if f=='pow': return ('pow('+s.ie(env,d-1)[0]+', '+str(r.randint(0,4))+')',12)
        if f in('val','is_power'): return (f+'('+s.ie(env,d-1)[0]+', '+str(r.choice([2,3,2,1]))+')',12)
        if f=='gcd': return ('gcd('+s.ie(env,d-1)[0]+', '+s.ie(env,d-1)[0]+')',12)
        if f=='beatty': return ('beatty(%s, %d, %d, %d, %d)'%(s.ie(env,d-2)[0],r.randint(-2,3),r.randint(0,2),r.choice([2,3,5]),r.randint(1,2)),12)
        return (f+'('+s.ie(env,d-1)[0]+')',12)
    def fresh(s,env):
        for n in ['t','u','v_','w2','Z']:
            if n not in env: return n
        return 'q9'
    def le(s,env,d):
        r=s.r; ls=[n for n,t in env.items() if t=='l']
        if d<=0 or r.random()<.25:
            if ls and r.random()<.7: return (r.choice(ls),12)
            return ('['+', '.join(s.ie(env,0)[0] for _ in range(r.randint(0,3)))+']',12)
        k=r.random()
        if k<.25: 
            f=lambda e,l: e[0] if e[1]>=l else '('+e[0]+')'
            return (f(s.le(env,d-1),4)+' ++ '+f(s.le(env,d-1),5),4)
        if k<.45:
            b=s.le(env,d-1); b=b[0] if b[1]>=12 else '('+b[0]+')'
            return (b+'['+s.ie(env,d-1)[0]+'..'+s.ie(env,d-1)[0]+']',12)
        if k<.6:
            v=s.fresh(env); src=s.ie(env,d-2)[0]+'..'+s.ie(env,d-2)[0] if r.random()<.5 else s.le(env,d-1)[0]
            return ('list('+v+' in '+src+': '+s.ie({**env,v:'i'},d-1)[0]+')',12)
        if k<.7: return ('sort('+s.le(env,d-1)[0]+')',12)
        if k<.78: return ('reverse('+s.le(env,d-1)[0]+')',12)
        if k<.86: return ('digits('+s.ie(env,d-1)[0]+')',12)
        if k<.92: return ('divisors('+s.ie(env,d-1)[0]+')',12)
        c=s.ie(env,d-1); c=c[0] if c[1]>=1 else '('+c[0]+')'
        return (c+' ? '+s.le(env,d-1)[0]+' : '+s.le(env,d-1)[0],0)
    def game(s):
        r=s.r; hot=r.random()<.35   # hot: unguarded expressions
        env={}; vs=[]; st={}
        kind=r.random()
        n=r.randint(1,3)
        names=r.sample(['n','a','b','h','x1','Q'],n)
        for i,v in enumerate(names):
            if r.random()<.35:
                hi=r.randint(1,5); lo=r.choice([0,0,0,-1,1]); lo=min(lo,hi)
                t=r.random(); m=r.randint(0,3)
                if t<.4: dec='%s[]: %d..%d'%(v,lo,hi)
                elif t<.7: dec='%s[%d]: %d..%d'%(v,m,lo,hi)
                else: dec='%s[%d..%d]: %d..%d'%(v,max(0,m-r.randint(0,2)),m+r.randint(0,2),lo,hi)
                env[v]='l'; st[v]=[r.randint(lo,hi) for _ in range(m)]
            else:
                hi=r.randint(1,14); lo=r.choice([0,0,0,0,-2,1]); lo=min(lo,hi)
                dec='%s: %d..%d'%(v,lo,hi); env[v]='i'; st[v]=r.randint(lo,hi)
            vs.append((v,env[v],lo,hi,dec))
        if not any(t=='i' for _,t,_,_,_ in vs) and r.random()<.5:
            vs.append(('m','i',0,9,'m: 0..9')); env['m']='i'; st['m']=r.randint(0,9)
        R={'vars':', '.join(x[4] for x in vs)}
        impure=r.random()
        pure=impure<.5
        turn=not pure and r.random()<.45
        e0=dict(env)
        if turn: e0['turn']='i'
        lets=[]
        if r.random()<.3:
            for i in range(r.randint(1,2)):
                nm='l%d'%i
                if r.random()<.6: lets.append(nm+' = '+s.ie(e0,2)[0]); e0[nm]='i'
                else: lets.append(nm+' = '+s.le(e0,2)[0]); e0[nm]='l'
            R['let']=lets
        scores=not pure and r.random()<.35
        split=pure and r.random()<.3
        moves=[]
        def guard(v,lo,hi,t): return 'max(%d, min(%d, %s))'%(lo,hi,t) if lo>=0 else 'max(-%d, min(%d, %s))'%(-lo,hi,t)
        down=r.random()<.6
        for i in range(r.randint(1,3)):
            m={'name':'m%d'%i}
            e=dict(e0); src=[]; par=[]
            for j in range(r.choice([0,1,1,2])):
                p=['k','i_','j'][j]
                v=r.choice(vs)
                if hot and r.random()<.4:
                    src.append(p+' in '+(s.le(e,2)[0] if r.random()<.4 else s.ie(e,1)[0]+'..'+s.ie(e,2)[0]))
                elif v[1]=='l' and r.random()<.7: src.append(p+' in 0..len(%s)-1'%v[0])
                elif r.random()<.3: src.append(p+' in [%s]'%', '.join(str(r.randint(0,4)) for _ in range(r.randint(0,4))))
                elif v[1]=='i': src.append(p+' in %d..min(%d, %s)'%(r.randint(0,2),r.randint(1,4),v[0]))
                else: src.append(p+' in %d..%d'%(r.randint(-1,1),r.randint(0,3)))
                e[p]='i'; par.append(p)
            if src: m['choose']=', '.join(src)
            def act():
                out=[]
                for v,t,lo,hi,_ in r.sample(vs,r.randint(0 if r.random()<.1 else 1,len(vs))):
                    if t=='i':
                        if hot and r.random()<.4: out.append(v+' '+s.ch('=','+=','-=')+' '+s.ie(e,2)[0])
                        elif down and par: out.append(v+' = '+guard(v,lo,hi,v+' - '+r.choice(par)+s.ch('',' - 1')))
                        else: out.append(v+' = '+guard(v,lo,hi,s.ie(e,2)[0] if hot else v+s.ch(' - 1',' + 1',' - 2',' / 2')))
                    else:
                        q=r.random()
                        if hot and q<.5:
                            if r.random()<.5: out.append(v+' = '+s.le(e,2)[0])
                            else: out.append(v+'['+s.ie(e,1)[0]+'] '+s.ch('=','+=','-=')+' '+s.ie(e,2)[0])
                        elif q<.6: out.append(v+' = list(t in %s: max(%d, t - %s))'%(v,lo,r.choice(par) if par else '1') if lo>=0 else v+' = reverse('+v+')')
                        elif q<.8: out.append(v+' = sort('+v+')')
                        else: out.append(v+' = list(t in 0..len(%s)-1: t == %s ? %d : %s[t])'%(v,r.choice(par) if par else '0',lo if lo>=0 else 0,v) )
                return ', '.join(out)
            if split and r.random()<.6: m['into']=[act() for _ in range(r.randint(0,3))]
            else: m['do']=act()
            if r.random()<.6:
                m['when']=s.ie(e,3)[0] if hot or r.random()<.2 else ' && '.join(['%s %s %s'%(r.choice(par) if par else str(r.randint(0,2)),s.ch('<=','<','!=','>='),v[0] if v[1]=='i' else 'len(%s)'%v[0]) for v in r.sample(vs,1)])
            if split or pure and r.random()<.4:
                g=[v for v in vs if v[1]=='i']
                if g: m['when']=('(%s) && '%m['when'] if 'when' in m else '')+g[0][0]+' > %d'%g[0][2]
            if scores and r.random()<.7: m['score']=s.ie(e,2)[0]
            if not pure and r.random()<.3: m['again']=s.ie(e,2)[0]
            moves.append(m)
        R['moves']=moves
        if r.random()<.3:
            ends=[]
            for i in range(r.randint(1,2)):
                res='loss' if pure else 'draw' if scores else s.ch('win','loss','draw',*(('first','second') if turn else ()))
                ends.append({'when':s.ie(e0,2)[0],'result':res})
            R['ends']=ends
        if r.random()<.15:
            l=[v for v in vs if v[1]=='l']
            if l: R['after']='%s = sort(%s)'%(l[0][0],l[0][0])
            elif hot: R['after']=vs[0][0]+' = '+s.ie(e0,2)[0]
        if not pure and r.random()<.4 and not scores: R['misere']=True
        if turn and r.random()<.5: st['turn']=r.randint(0,1)
        if pure and r.random()<.3:
            lst=[]
            for _ in range(r.randint(0,3)):
                q=dict(st)
                for v,t,lo,hi,_ in vs:
                    if t=='i': q[v]=r.randint(lo,hi)
                    else: q[v]=[r.randint(lo,hi) for _ in st[v]]
                lst.append(q)
            st=lst
        return R,st
def mutate(r,R):
    R=json.loads(json.dumps(R))
    places=[(R,'vars')]+[(R['let'],i) for i in range(len(R.get('let',[])))]+[(e,'when') for e in R.get('ends',[])]
    for m in R['moves']: places+=[(m,k) for k in ('choose','when','do','score','again') if k in m]+[(m['into'],i) for i in range(len(m.get('into',[])))]
    if 'after' in R: places.append((R,'after'))
    for _ in range(r.choice([1,1,2,3])):
        o,k=r.choice(places); t=o[k]
        c=r.random(); i=r.randint(0,len(t))
        toks=['(',')','[',']',',','+','-','&','|','==','<','n','k','zz','in','..','?',':','!','1','99999999999999999999','=','+=','min','turn','len','#','list(','sum(t in ']
        if c<.4: t=t[:i]+r.choice(toks)+t[i:]
        elif c<.7: t=t[:i]+t[i+r.randint(1,3):]
        else: t=t[:i]+' '+r.choice(toks)+' '+t[i+1:]
        o[k]=t
    return R
ORDER=['game','verdict','grundy','move_count','winning_move_count','drawing_move_count','moves','truncated','method','value','best_move_count','states','cyclic','remoteness']
def differs(want,got,changed):
    """What was answered, where it is not what must be; None where both agree."""
    errors=got.get('errors') or []
    if changed and errors and all(e['pointer'].startswith('/state') for e in errors) and 'static' not in want: return None # a range was changed
    if 'static' in want:
        told={e['pointer']:(e['code'],e.get('at')) for e in errors if e['code']!='inconsistent' and not e['pointer'].startswith('/state')}
        return None if told==want['static'] else errors or got
    if 'error' in want: return None if [(e['pointer'],e['code']) for e in errors]==want['error'] else got
    if 'play' in want:
        e=errors[0] if len(errors)==1 else {}
        return None if tuple(e.get(name) for name in ('pointer','code','at','state','choice'))==want['play'] else got
    got={k:v for k,v in got.items() if k!='id'}
    if got==want: return None if list(got)==[name for name in ORDER if name in got] else list(got)
    return {k:got.get(k) for k in got if got.get(k)!=want.get(k)}
def main():
    count,seed=int(sys.argv[2]),int(sys.argv[3]) if len(sys.argv)>3 else 1
    cases,wrong,compared=[],0,0
    for i in range(count):
        r=random.Random(seed*10**7+i); rules,state=Grammar(r).game()
        changed=r.random()<.25
        if changed: rules=mutate(r,rules)
        game=custom.Game(rules)
        if isinstance(state,dict) and not game.turn: state.pop('turn',None)
        # a change may rename a variable: then the state is not one of these rules
        named=all(name in given for given in (state if isinstance(state,list) else [state]) for name in game.vars)
        cases.append((rules,state,changed,custom.answer(rules,state) if named or game.flaws else None))
    lines=''.join(json.dumps({'id':i,'game':'custom','rules':rules,'state':state,'moves':'all','limit':10000,'positions':True})+'\n'
                  for i,(rules,state,_,_) in enumerate(cases))
    answers=subprocess.run([sys.argv[1],'batch','--deadline','60m'],input=lines.encode(),stdout=subprocess.PIPE,check=True).stdout.decode().splitlines()
    assert len(answers)==count
    for (rules,state,changed,want),line in zip(cases,answers):
        if want is None: continue # beyond what is searched here
        compared+=1
        got=differs(want,json.loads(line),changed)
        if got is not None:
            wrong+=1
            print(json.dumps({'rules':rules,'state':state}),'\n  must be',str(want)[:1000],'\n  is',str(got)[:1000])
    print(f'{compared} games, {wrong} differ')
    return wrong>0 or compared*10<count*9
if __name__ == "__main__":
    sys.exit(main())
