"""Users' rules checked and played by plain search, from the language's description alone: shares no code with the service.

custom.py FILE: for every game of a gallery, a request and what must be answered, as vectors."""
import json, os, sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rules_text import *
class Env(dict):
    "lets on demand; a let's fault is told in the let"
    def __init__(s,base,lets): super().__init__(base); s.lets=lets
    def __missing__(s,k):
        i,node=s.lets[k]
        try: v=evaluate(node,s.root())
        except Fault as f:
            if not hasattr(f,'ptr'): f.ptr='/rules/let/%d'%i
            raise
        s.root().put(k,v); return v
    def root(s): return getattr(s,'r',s)
    def put(s,k,v): dict.__setitem__(s,k,v)
    def child(s):
        c=Env(s,s.lets); c.r=s.root(); return c
class Game:
    def __init__(g,rules):
        g.rules=rules; g.flaws={}
        g.vars={}  # name -> (list?, lo, hi, min, max items or None)
        def tell(ptr,fn):
            try: return fn()
            except Fault as f: g.flaws.setdefault(ptr,(f.code,f.at))
        txt=[]
        g.turn=False
        def vs():
            p=Reader(rules['vars'])
            def integer():
                neg=p.take('-'); t=p.want('num'); return -t[1] if neg else t[1]
            if p.k()=='end': return
            while 1:
                t=p.name(); v=t[1]; lst=False; ln=None; lo,hi=0,2**31-1
                if p.take('['):
                    lst=True; lo,hi=0,255; ln='any'
                    if not p.take(']'):
                        at=p.at(); a=integer(); ln=(a,a)
                        if p.take('..'): ln=(a,integer())
                        p.want(']')
                        if not 0<=ln[0]<=ln[1]<=4096: raise Fault('out_of_range',at)
                if p.take(':'):
                    at=p.at(); lo=integer(); p.want('..'); hi=integer()
                    if hi<lo: raise Fault('out_of_range',at)
                if v in g.vars: raise Fault('duplicate',t[2])
                if v in NAMED|TAKEN|FOLD: raise Fault('duplicate',t[2])
                g.vars[v]=(lst,lo,hi,ln)
                if not p.take(','): break
            p.want('end')
        tell('/rules/vars',vs)
        sc={v:'l' if x[0] else 'i' for v,x in g.vars.items()}; sc['turn']='i'
        if g.flaws: sc['?']='?'
        def whole(s):
            p=Reader(s); a=p.expr(); p.want('end'); return a
        def usesturn(a):
            if isinstance(a,(list,tuple)):
                if len(a)>2 and a[0]=='var' and a[2]=='turn': return True
                return any(usesturn(x) for x in a)
            return False
        g.lets={}
        for i,s in enumerate(rules.get('let',[])):
            nm=[]
            def f():
                p=Reader(s); t=p.name(); nm.append(t[1]); p.want('='); a=p.expr(); p.want('end'); x=type_of(a,sc)
                if t[1] in sc or t[1] in NAMED|TAKEN|FOLD: raise Fault('duplicate',t[2])
                sc[t[1]]=x; g.lets[t[1]]=(i,a)
            tell('/rules/let/%d'%i,f)
            if '/rules/let/%d'%i in g.flaws:
                if not nm: sc['?']='?'
                elif nm[0] not in sc and nm[0] not in NAMED|TAKEN|FOLD: sc[nm[0]]='?'
        def one(ptr,s,scope):
            def f():
                a=whole(s); want(a,type_of(a,scope),'i'); return a
            return tell(ptr,f)
        g.ends=[(one('/rules/ends/%d/when'%i,e['when'],sc),e['result']) for i,e in enumerate(rules.get('ends',[]))]
        def action(ptr,s,scope):
            def f():
                p=Reader(s); out=[]; seen={}
                if p.k()=='end': return out
                while 1:
                    t=p.name(); ix=None; br=None
                    if p.k()=='[': br=p.nx()[2]; ix=p.expr(); p.want(']')
                    o=p.take('=','+=','-=')
                    if not o: p.bad()
                    v=p.expr(); out.append((t[1],t[2],ix,br,o[0],o[2],v))
                    if not p.take(','): break
                p.want('end')
                for n,at,ix,br,o,oat,v in out:
                    if n not in g.vars:
                        if '/rules/vars' in g.flaws and n not in scope: continue
                        raise Fault('unknown_name',at)
                    if n in seen and (ix is None or seen[n] is None) and '/rules/vars' not in g.flaws: raise Fault('duplicate',at)
                    if ix is not None and sc[n]!='l': raise Fault('wrong_type',at)
                    seen[n]=ix
                    if ix is not None: want(ix,type_of(ix,scope),'i')
                    if ix is not None or o!='=': 
                        if ix is None and sc[n]=='l': raise Fault('wrong_type',at)
                        want(v,type_of(v,scope),'i')
                    else: want(v,type_of(v,scope),sc[n])
                return out
            return tell(ptr,f)
        g.moves=[]
        for i,m in enumerate(rules['moves']):
            ptr='/rules/moves/%d/'%i; s2=dict(sc); src=[]
            def f():
                p=Reader(m['choose'])
                raw=[]
                if p.k()=='end': return
                while 1:
                    t=p.name(); p.wantin(); a=p.expr(); b=None
                    if p.take('..'): b=p.expr()
                    raw.append((t,a,b))
                    if not p.take(','): break
                p.want('end')
                for t,a,b in raw:
                    if t[1] in s2 or t[1]=='text' or t[1] in NAMED|TAKEN|FOLD: raise Fault('duplicate',t[2])
                    if b: want(a,type_of(a,s2),'i'); want(b,type_of(b,s2),'i')
                    else: want(a,type_of(a,s2),'l')
                    s2[t[1]]='i'; src.append((t[1],a,b))
            if 'choose' in m: tell(ptr+'choose',f)
            if ptr+'choose' in g.flaws: s2['?']='?'
            w=one(ptr+'when',m['when'],s2) if 'when' in m else None
            into='into' in m
            acts=[action(ptr+('into/%d'%j if into else 'do'),t,s2) for j,t in enumerate(m['into'] if into else [m['do']])]
            score=one(ptr+'score',m['score'],s2) if 'score' in m else None
            again=one(ptr+'again',m['again'],s2) if 'again' in m else None
            g.moves.append((m['name'],src,w,acts,score,again,into))
        g.after=action('/rules/after',rules['after'],sc) if 'after' in rules else []
        g.misere=rules.get('misere',False)
        g.scores=any(m[4] for m in g.moves)
        g.turn=usesturn([[g.lets,list(g.lets.values())],g.ends,g.moves,g.after]) or any(r in('first','second') for _,r in g.ends)
        g.splits=any(m[6] for m in g.moves)
        g.pure=not(g.misere or g.turn or g.scores or any(m[5] for m in g.moves) or any(r!='loss' for _,r in g.ends))
        g.names=list(g.vars)
    def key(g,state):
        k=tuple(tuple(state[v]) if g.vars[v][0] else state[v] for v in g.names)
        return k+((state.get('turn',0),) if g.turn else ())
    def state(g,k):
        d={v:list(x) if g.vars[v][0] else x for v,x in zip(g.names,k)}
        if g.turn: d['turn']=k[-1]
        return d
    def env(g,k):
        e=Env(zip(g.names,k),g.lets)
        e.put('turn',k[-1] if g.turn else 0)
        return e
    def apply(g,act,e,k,orig,ptr):
        try:
            new=dict(zip(g.names,k)); vals=[]
            for n,at,ix,br,o,oat,v in act:
                if ix is not None:
                    h=dict(zip(g.names,k))[n]
                    i=evaluate(ix,e)
                    if not 0<=i<len(h): raise Fault('bad_index',br)
                    x=evaluate(v,e)
                    if o!='=': x=checked(h[i]+x if o=='+=' else h[i]-x,oat)
                    l=list(new[n]); l[i]=x
                    if not g.vars[n][1]<=x<=g.vars[n][2]: raise Fault('out_of_range',at)
                    new[n]=tuple(l)
                else:
                    x=evaluate(v,e)
                    if o!='=': x=checked(dict(zip(g.names,k))[n]+x if o=='+=' else dict(zip(g.names,k))[n]-x,oat)
                    lst,lo,hi,ln=g.vars[n]
                    if lst:
                        if ln=='any':
                            if len(x)!=len(dict(zip(g.names,orig))[n]): raise Fault('out_of_range',at)
                        elif not ln[0]<=len(x)<=ln[1]: raise Fault('out_of_range',at)
                        if any(not lo<=y<=hi for y in x): raise Fault('out_of_range',at)
                    elif not lo<=x<=hi: raise Fault('out_of_range',at)
                    new[n]=x
            return tuple(new[n] for n in g.names)
        except Fault as f:
            if not hasattr(f,'ptr'): f.ptr=ptr
            raise
    def evaluate_in(g,a,e,ptr):
        try: return evaluate(a,e)
        except Fault as f:
            if not hasattr(f,'ptr'): f.ptr=ptr
            raise
    def options(g,k):
        """('over',result) or list of (name, params, again, score, parts)"""
        e=g.env(k)
        try:
            ch={}
            for i,(w,r) in enumerate(g.ends):
                if g.evaluate_in(w,e,'/rules/ends/%d/when'%i):
                    t=k[-1] if g.turn else 0
                    return ('over',{'first':'win' if t==0 else 'loss','second':'win' if t==1 else 'loss'}.get(r,r))
            out=[]
            for i,(name,src,w,acts,score,again,into) in enumerate(g.moves):
                ptr='/rules/moves/%d/'%i
                def rec(j,ch,e):
                    g.ch=ch
                    if j<len(src):
                        v,a,b=src[j]
                        if b is None: vals=sorted(set(g.evaluate_in(a,e,ptr+'choose')))
                        else:
                            x=g.evaluate_in(a,e,ptr+'choose'); y=g.evaluate_in(b,e,ptr+'choose')
                            if y-x>=10**6: raise TooLarge()
                            vals=range(x,y+1)
                        for x in vals:
                            e2=e.child(); e2.put(v,x)
                            rec(j+1,{**ch,v:x},e2)
                        return
                    if w and not g.evaluate_in(w,e,ptr+'when'): return
                    ag=0;sco=0;parts=[]
                    for q,t in enumerate(acts):
                        nk=g.apply(t,e,k,k,ptr+('into/%d'%q if into else 'do'))
                        full=nk+((k[-1],) if g.turn else ())
                        if g.after:
                            e2=g.env(full)
                            nk=g.apply(g.after,e2,full,k,'/rules/after')
                        parts.append(nk)
                    if score: sco=g.evaluate_in(score,e,ptr+'score')
                    if again: ag=g.evaluate_in(again,e,ptr+'again')!=0
                    if g.turn: parts=[nk+((k[-1] if ag else 1-k[-1]),) for nk in parts]
                    out.append((name,ch,ag,sco,parts))
                rec(0,{},e)
            return out
        except Fault as f:
            f.state=g.state(k); f.choice=getattr(g,'ch',{}) if '/moves/' in f.ptr or 1 else {}
            raise
    def explore(g,starts,limit=4000):
        g.st={}; g.order=[]; g.ch={}
        for s in starts:
            if s not in g.st: g.st[s]=None; g.order.append(s)
        for k in g.order:
            g.ch={}
            o=g.st[k]=g.options(k)
            if o and o[0]=='over': continue
            for m in o:
                for p in m[4]:
                    if p not in g.st:
                        g.st[p]=None; g.order.append(p)
                        if len(g.order)>limit: raise TooLarge()
        # cycle?
        col={}; g.cyclic=False; g.topo=[]
        for r in g.order:
            if r in col: continue
            stack=[(r,iter([p for m in g.mv(r) for p in m[4]]))]; col[r]=1
            while stack:
                k,it=stack[-1]
                for p in it:
                    if p not in col: col[p]=1; stack.append((p,iter([q for m in g.mv(p) for q in m[4]]))); break
                    if col[p]==1: g.cyclic=True
                else: col[k]=2; g.topo.append(k); stack.pop()
    def mv(g,k):
        o=g.st[k]
        return [] if isinstance(o,tuple) else o
    def value(g):
        if g.cyclic and (g.scores or g.splits): return 'inconsistent'
        if g.pure:
            if not g.cyclic:
                g.gr={}
                for k in g.topo:
                    seen=set()
                    for m in g.mv(k):
                        x=0
                        for p in m[4]: x^=g.gr[p][1]
                        seen.add(x)
                    n=0
                    while n in seen: n+=1
                    g.gr[k]=(0,n)
            else: g.loopy()
        if g.scores:
            g.sv={}
            for k in g.topo:
                o=g.mv(k)
                g.sv[k]=max([m[3]+(1 if m[2] else -1)*g.sv[m[4][0]] for m in o],default=0)
        elif not g.splits:
            g.oc={}; g.rem={}
            # layered retrograde by rounds
            for k in g.order:
                o=g.st[k]
                if isinstance(o,tuple):
                    if o[1]!='draw': g.oc[k]={'win':1,'loss':-1}[o[1]]; g.rem[k]=0
                elif not o: g.oc[k]=1 if g.misere else -1; g.rem[k]=0
            pend=[k for k in g.order if k not in g.oc and not isinstance(g.st[k],tuple)]
            d=0
            while True:
                d+=1; new={}; rest=[]
                for k in pend:
                    vs=[None if (q:=g.oc.get(m[4][0])) is None else (q if m[2] else -q) for m in g.st[k]]
                    if 1 in vs: new[k]=1
                    elif all(v==-1 for v in vs): new[k]=-1
                    else: rest.append(k)
                if not new: break
                for k,v in new.items(): g.oc[k]=v; g.rem[k]=d
                pend=rest
            for k in g.order: g.oc.setdefault(k,0)
    def loopy(g):
        F={k:list(dict.fromkeys(p for m in g.mv(k) for p in m[4])) for k in g.order}
        lab={}
        m=0
        maxd=max(len(v) for v in F.values())
        for m in range(maxd+1):
            ch=True
            while ch:
                ch=False
                for k in g.order:
                    if k in lab: continue
                    ls={lab[p] for p in F[k] if p in lab}
                    if m in ls or any(j not in ls for j in range(m)): continue
                    if all(any(lab.get(w)==m for w in F[p]) for p in F[k] if p not in lab):
                        lab[k]=m; ch=True
        # labels > m among followers: have option to m by mex; fine
        g.gr={k:(0,lab[k]) if k in lab else (1,frozenset(lab[p] for p in F[k] if p in lab)) for k in g.order}
    @staticmethod
    def add(a,b):
        if a[0]==0 and b[0]==0: return (0,a[1]^b[1])
        if a[0] and b[0]: return (1,frozenset())
        if b[0]: a,b=b,a
        return (1,frozenset(x^b[1] for x in a[1]))
    @staticmethod
    def out(v): return ('win' if v[1] else 'loss') if v[0]==0 else ('win' if 0 in v[1] else 'draw')
    def solve(g,state):
        lst=isinstance(state,list)
        if lst and not g.pure: return {'error':[('/state','inconsistent')]}
        if g.splits and not g.pure: return {'error':[('/rules/moves/%d/into'%[m[6] for m in g.moves].index(True),'inconsistent')]}
        starts=[g.key(s) for s in (state if lst else [state])]
        g.explore(starts)
        if g.value()=='inconsistent': return {'error':[('/rules','inconsistent')]}
        A={'game':'custom'}; V={1:'win',0:'draw',-1:'loss'}; turn={'win':'loss','loss':'win','draw':'draw'}
        moves=[]
        if g.pure:
            tot=(0,0)
            for s in starts: tot=g.add(tot,g.gr[s])
            A['verdict']=g.out(tot); A['grundy']=tot[1] if tot[0]==0 else None
        elif g.scores: v=g.sv[starts[0]]; A['verdict']='win' if v>0 else 'loss' if v<0 else 'draw'; A['grundy']=None
        else: A['verdict']=V[g.oc[starts[0]]]; A['grundy']=None
        for pi,s in enumerate(starts):
            rest=(0,0)
            if g.pure:
                for qi,t in enumerate(starts):
                    if qi!=pi: rest=g.add(rest,g.gr[t])
            for m in g.mv(s):
                mm={}
                if lst: mm['part']=pi
                mm['move']=m[0]; mm.update(m[1])
                if g.pure:
                    x=rest
                    for p in m[4]: x=g.add(x,g.gr[p])
                    mm['outcome']=turn[g.out(x)]
                    if x[0]==0: mm['grundy']=x[1]
                elif g.scores:
                    v=m[3]+(1 if m[2] else -1)*g.sv[m[4][0]]
                    mm['outcome']='win' if v>0 else 'loss' if v<0 else 'draw'; mm['_v']=v
                else:
                    o=V[g.oc[m[4][0]]]; mm['outcome']=o if m[2] else turn[o]
                parts=[g.state(p) for p in m[4]]
                if lst or g.moves[[q[0] for q in g.moves].index(m[0])][6]:
                    st=[g.state(t) for t in starts]; st[pi:pi+1]=parts
                else: st=parts[0]
                mm['to']={'rules':g.rules,'state':st}
                moves.append(mm)
        A['move_count']=len(moves)
        A['winning_move_count']=sum(m['outcome']=='win' for m in moves)
        A['drawing_move_count']=sum(m['outcome']=='draw' for m in moves)
        best=None
        if g.scores: v=g.sv[starts[0]]; best=sum(m['_v']==v for m in moves); 
        for m in moves: m.pop('_v',None)
        A['moves']=moves; A['truncated']=False
        A['method']='dp' if g.scores else 'retrograde' if g.cyclic else 'search'
        if g.scores: A['value']=g.sv[starts[0]]; A['best_move_count']=best
        A['states']=len(g.order); A['cyclic']=g.cyclic
        A['remoteness']=g.rem.get(starts[0]) if not lst and not g.splits and not g.scores else None
        return A
def answer(rules,state):
    g=Game(rules)
    if g.flaws: return {'static':g.flaws}
    try: return g.solve(state)
    except Fault as f: return {'play':(f.ptr,f.code,f.at,f.state,f.choice)}
    except TooLarge: return None
if __name__=='__main__':
    print('# Every game of the gallery from its state, by plain search in another language: tests/support/custom.py.')
    for game in json.load(open(sys.argv[1]))['games']:
        rules=Game(game['rules']); found=rules.solve(game['state'])
        print('\n# '+game['title']['en']+': '+game['source']+'\n%PATH /custom')
        print(json.dumps({'rules':game['rules'],'state':game['state']},separators=(',',':')))
        names=['verdict']+['grundy']*rules.pure+['move_count','winning_move_count']+['drawing_move_count']*(not rules.pure or rules.cyclic)+['value']*rules.scores
        print(json.dumps({name:found[name] for name in names},separators=(',',':')))
