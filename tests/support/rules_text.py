"""The language of users' rules: reading, types, values. From its description alone; shares no code with the service."""
from math import gcd, isqrt
I64=2**63
class Fault(Exception):
    def __init__(s,code,at): s.code=code; s.at=at
class TooLarge(Exception): pass
TAKEN={'in','turn','move','part','to','outcome','grundy'}
FUNCTIONS={'abs':'i','gcd':'ii','pow':'ii','isqrt':'i','log2':'i','bits':'i','popcount':'i','val':'ii','is_prime':'i','is_square':'i','is_fib':'i','is_power':'ii','least_factor':'i','beatty':'iiiii','len':'l','xor':'l','count':'li','has':'li','sort':'l','reverse':'l','digits':'i','divisors':'i'}
LISTFN={'sort','reverse','digits','divisors'}
FOLD={'sum','count','any','all','min','max','list'}
NAMED=set(FUNCTIONS)|{'min','max','sum'}
SIGNS=['..','++','+=','-=','==','!=','<=','>=','<<','>>','&&','||','+','-','*','/','%','&','^','|','<','>','!','(',')','[',']',',',':','?','=']
def lex(s):
    out=[];i=0;n=len(s)
    while i<n:
        c=s[i]
        if c in ' \t\n\r': i+=1; continue
        if c.isascii() and c.isdigit():
            j=i
            while j<n and s[j].isascii() and s[j].isdigit(): j+=1
            v=int(s[i:j])
            if v>=I64: out.append(('fault','overflow',i)); return out
            if j<n and s[j].isascii() and (s[j].isalpha() or s[j]=='_'): out.append(('fault','syntax',j)); return out
            out.append(('num',v,i)); i=j; continue
        if c.isascii() and (c.isalpha() or c=='_'):
            j=i
            while j<n and s[j].isascii() and (s[j].isalnum() or s[j]=='_'): j+=1
            w=s[i:j]
            if len(w)>32: out.append(('fault','too_long',i)); return out
            out.append(('name',w,i)); i=j; continue
        for g in SIGNS:
            if s.startswith(g,i): out.append((g,g,i)); i+=len(g); break
        else:
            out.append(('fault','syntax',i)); return out
    out.append(('end','',i)); return out
class Reader:
    def __init__(s,text): s.t=lex(text); s.i=0
    def k(s): 
        t=s.t[s.i]
        if t[0]=='fault': raise Fault(t[1],t[2])
        return t[0]
    def at(s): s.k(); return s.t[s.i][2]
    def bad(s): raise Fault('syntax',s.at())
    def nx(s):
        s.k(); s.i+=1; return s.t[s.i-1]
    def take(s,*k):
        if s.k() in k: return s.nx()
    def want(s,k):
        if s.k()!=k: s.bad()
        return s.nx()
    def name(s):
        if s.k()!='name' or s.t[s.i][1]=='in': s.bad()
        return s.nx()
    def isin(s): return s.k()=='name' and s.t[s.i][1]=='in'
    def wantin(s):
        if not s.isin(): s.bad()
        s.nx()
    def expr(s):
        c=s.orr()
        if s.k()=='?':
            at=s.nx()[2]; a=s.expr(); s.want(':'); b=s.expr()
            return ('if',at,c,a,b,False)
        return c
    def orr(s):
        a=s.andd()
        while s.k()=='||': at=s.nx()[2]; a=('||',at,a,s.andd(),False)
        return a
    def andd(s):
        a=s.cmp()
        while s.k()=='&&': at=s.nx()[2]; a=('&&',at,a,s.cmp(),False)
        return a
    C=('==','!=','<','<=','>','>=')
    def nobits(s,a):
        if a[0] in '&^|' and a[0] in ('&','^','|') and not a[-1]: raise Fault('syntax',a[1])
    def cmp(s):
        a=s.cat()
        if s.k() in s.C:
            s.nobits(a)
            o=s.nx(); b=s.cat(); s.nobits(b)
            if s.k() in s.C: s.bad()
            a=(o[0],o[2],a,b,False)
        return a
    def cat(s):
        a=s.bits(0)
        while s.k()=='++': at=s.nx()[2]; a=('++',at,a,s.bits(0),False)
        return a
    L=[('|',),('^',),('&',),('<<','>>'),('+','-'),('*','/','%')]
    def bits(s,n):
        if n==6: return s.un()
        a=s.bits(n+1)
        while s.k() in s.L[n]: o=s.nx(); a=(o[0],o[2],a,s.bits(n+1),False)
        return a
    def un(s):
        if s.k()=='-': at=s.nx()[2]; return ('neg',at,s.un(),False)
        if s.k()=='!': at=s.nx()[2]; return ('not',at,s.un(),False)
        return s.item()
    def item(s):
        k=s.k()
        if k=='num': t=s.nx(); a=('num',t[2],t[1],False)
        elif k=='(':
            at=s.nx()[2]; a=s.expr(); s.want(')'); a=a[:-1]+(('b',at),)
        elif k=='[':
            at=s.nx()[2]; v=[]
            if not s.take(']'):
                v.append(s.expr())
                while s.take(','): v.append(s.expr())
                s.want(']')
            a=('lst',at,v,False)
        elif k=='name' and not s.isin():
            t=s.nx()
            if s.k()=='(':
                s.nx()
                if s.k()=='name' and s.t[s.i][1]!='in' and s.t[s.i+1][0]=='name' and s.t[s.i+1][1]=='in':
                    if t[1] not in FOLD: s.bad()
                    v=s.nx(); s.nx(); x=s.expr(); y=None
                    if s.take('..'): y=s.expr()
                    s.want(':'); b=s.expr(); s.want(')')
                    a=('fold',t[2],t[1],v,x,y,b,False)
                else:
                    v=[]
                    if not s.take(')'):
                        v.append(s.expr())
                        while s.take(','): v.append(s.expr())
                        s.want(')')
                    a=('call',t[2],t[1],v,False)
            else: a=('var',t[2],t[1],False)
        else: s.bad()
        while s.k()=='[':
            at=s.nx()[2]; x=s.expr()
            if s.take('..'): y=s.expr(); s.want(']'); a=('slice',at,a,x,y,False)
            else: s.want(']'); a=('idx',at,a,x,False)
        return a
def first(a):
    "column of the first character"
    if a[-1]: return a[-1][1]
    k=a[0]
    if k in ('num','var','lst','call','fold','neg','not'): return a[1]
    return first(a[2])
def want(a,t,w):
    if t!=w and t!='?' and w!='?': raise Fault('wrong_type',first(a))
def type_of(a,sc):
    k=a[0]
    if k=='num': return 'i'
    if k=='var':
        if a[2] not in sc:
            if '?' in sc: return '?'
            raise Fault('unknown_name',a[1])
        return sc[a[2]]
    if k in ('neg','not'): want(a[2],type_of(a[2],sc),'i'); return 'i'
    if k=='++':
        want(a[2],type_of(a[2],sc),'l'); want(a[3],type_of(a[3],sc),'l'); return 'l'
    if k in ('==','!='):
        x=type_of(a[2],sc); want(a[3],type_of(a[3],sc),x); return 'i'
    if k=='if':
        want(a[2],type_of(a[2],sc),'i'); x=type_of(a[3],sc); y=type_of(a[4],sc); want(a[4],y,x); return x if x!='?' else y
    if k=='lst':
        for x in a[2]: want(x,type_of(x,sc),'i')
        return 'l'
    if k=='idx': want(a[2],type_of(a[2],sc),'l'); want(a[3],type_of(a[3],sc),'i'); return 'i'
    if k=='slice':
        want(a[2],type_of(a[2],sc),'l'); want(a[3],type_of(a[3],sc),'i'); want(a[4],type_of(a[4],sc),'i'); return 'l'
    if k=='fold':
        x=type_of(a[4],sc)
        if a[5]: want(a[4],x,'i'); want(a[5],type_of(a[5],sc),'i')
        else: want(a[4],x,'l')
        v=a[3][1]
        if v in sc or v in NAMED or v in TAKEN: raise Fault('duplicate',a[3][2])
        want(a[6],type_of(a[6],{**sc,v:'i'}),'i')
        return 'l' if a[2]=='list' else 'i'
    if k=='call':
        f=a[2]
        if f not in NAMED: raise Fault('unknown_name',a[1])
        ts=[]
        if f in('min','max'):
            if len(a[3])==1: want(a[3][0],type_of(a[3][0],sc),'l')
            else:
                if not a[3]: raise Fault('syntax',a[1])
                for x in a[3]: want(x,type_of(x,sc),'i')
            return 'i'
        sig='l' if f=='sum' else FUNCTIONS[f]
        for x,w in zip(a[3],sig+sig[-1]*len(a[3])): want(x,type_of(x,sc),w)
        if len(sig)!=len(a[3]): raise Fault('syntax',a[1])
        return 'l' if f in LISTFN else 'i'
    want(a[2],type_of(a[2],sc),'i'); want(a[3],type_of(a[3],sc),'i'); return 'i'
def checked(v,at):
    if not -I64<=v<I64: raise Fault('overflow',at)
    return v
def isprime(n):
    if n<2: return 0
    for d in range(2,isqrt(n)+1):
        if n%d==0: return 0
    return 1
def val(a,k):
    n=0
    while a%k==0: a//=k; n+=1
    return n
def call(f,v,at):
    oor=Fault('out_of_range',at)
    if f in ('min','max'):
        if isinstance(v[0],tuple):
            if not v[0]: raise Fault('bad_index',at)
            return (min if f=='min' else max)(v[0])
        return (min if f=='min' else max)(v)
    if f=='abs': return checked(abs(v[0]),at)
    if f=='gcd': return checked(gcd(*v),at)
    if f=='pow':
        if v[1]<0: raise oor
        if abs(v[0])>1 and v[1]>64: raise Fault('overflow',at)
        return checked(v[0]**v[1] if abs(v[0])>1 else (v[0]**(v[1]%2 if v[1] and v[1]%2 else (0 if v[1]==0 else 2))),at)
    if f in ('isqrt','bits','popcount','least_factor','digits') and v[0]<0: raise oor
    if f=='isqrt': return isqrt(v[0])
    if f=='log2':
        if v[0]<1: raise oor
        return v[0].bit_length()-1
    if f=='bits': return v[0].bit_length()
    if f=='popcount': return bin(v[0]).count('1')
    if f=='val':
        if v[0]==0 or v[1]<2: raise oor
        return val(v[0],v[1])
    if f=='is_prime': return isprime(v[0])
    if f=='is_square': return int(v[0]>=0 and isqrt(v[0])**2==v[0])
    if f=='is_fib':
        a,b=0,1
        while a<v[0]: a,b=b,a+b
        return int(a==v[0])
    if f=='is_power':
        if v[1]<2: raise oor
        return int(v[0]>=1 and v[1]**val(v[0],v[1])==v[0])
    if f=='least_factor':
        if v[0]<2: return v[0]
        d=2
        while d*d<=v[0]:
            if v[0]%d==0: return d
            d+=1
        return v[0]
    if f=='beatty':
        k,p,q,d,r=v
        if k<0 or q<0 or d<0 or r<1: raise oor
        return checked((k*p+isqrt(k*k*q*q*d))//r,at)
    if f=='len': return len(v[0])
    if f=='sum':
        t=0
        for x in v[0]: t=checked(t+x,at)
        return t
    if f=='xor':
        t=0
        for x in v[0]:
            if x<0: raise oor
            t^=x
        return t
    if f=='count': return v[0].count(v[1])
    if f=='has': return int(v[1] in v[0])
    if f=='sort': return tuple(sorted(v[0]))
    if f=='reverse': return v[0][::-1]
    if f=='digits': return tuple(int(c) for c in str(v[0]))
    if f=='divisors':
        if not 1<=v[0]<=10**9: raise oor
        return tuple(d for d in range(1,v[0]+1) if v[0]%d==0)
    assert 0,f
def evaluate(a,e):
    k=a[0]
    if k=='num': return a[2]
    if k=='var': return e[a[2]]
    if k=='&&': return int(evaluate(a[2],e)!=0 and evaluate(a[3],e)!=0)
    if k=='||': return int(evaluate(a[2],e)!=0 or evaluate(a[3],e)!=0)
    if k=='if': return evaluate(a[3],e) if evaluate(a[2],e) else evaluate(a[4],e)
    if k=='neg': return checked(-evaluate(a[2],e),a[1])
    if k=='not': return int(evaluate(a[2],e)==0)
    if k=='lst': return tuple(evaluate(x,e) for x in a[2])
    if k=='call': return call(a[2],[evaluate(x,e) for x in a[3]],a[1])
    if k=='idx':
        h=evaluate(a[2],e); i=evaluate(a[3],e)
        if not 0<=i<len(h): raise Fault('bad_index',a[1])
        return h[i]
    if k=='slice':
        h=evaluate(a[2],e); x=max(evaluate(a[3],e),0); y=min(evaluate(a[4],e),len(h)-1)
        return h[x:y+1] if y>=x else ()
    if k=='fold':
        if a[5]:
            x,y=evaluate(a[4],e),evaluate(a[5],e)
            if y-x>=1024: raise TooLarge()
            it=range(x,y+1)
        else: it=evaluate(a[4],e)
        f=a[2]; v=a[3][1]; e2=dict.copy(e) if type(e) is dict else e.child()
        if f=='list':
            o=[]
            for x in it: e2[v]=x; o.append(evaluate(a[6],e2))
            return tuple(o)
        if f=='sum':
            t=0
            for x in it: e2[v]=x; t=checked(t+evaluate(a[6],e2),a[1])
            return t
        if f=='count':
            t=0
            for x in it: e2[v]=x; t+=evaluate(a[6],e2)!=0
            return t
        if f in('any','all'):
            r=[]
            for x in it: e2[v]=x; r.append(evaluate(a[6],e2)!=0)
            return int(any(r) if f=='any' else all(r))
        o=[]
        for x in it: e2[v]=x; o.append(evaluate(a[6],e2))
        if not o: raise Fault('bad_index',a[1])
        return (min if f=='min' else max)(o)
    x=evaluate(a[2],e); y=evaluate(a[3],e); at=a[1]
    if k=='==': return int(x==y)
    if k=='!=': return int(x!=y)
    if k=='<': return int(x<y)
    if k=='<=': return int(x<=y)
    if k=='>': return int(x>y)
    if k=='>=': return int(x>=y)
    if k=='++': return x+y
    if k=='+': return checked(x+y,at)
    if k=='-': return checked(x-y,at)
    if k=='*': return checked(x*y,at)
    if k in '/%':
        if y<1: raise Fault('division_by_zero',at)
        return x//y if k=='/' else x%y
    if x<0 or y<0: raise Fault('out_of_range',at)
    if k=='&': return x&y
    if k=='|': return x|y
    if k=='^': return x^y
    if y>62: raise Fault('out_of_range',at)
    return checked(x<<y,at) if k=='<<' else x>>y
