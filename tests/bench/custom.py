#!/usr/bin/env python3
"""Users' games beside a Python dictionary search of the same rules (tests/support/custom.py): moves a second of CPU time. Goal: 200 times as
many.

custom.py GRUNDYD: exit 0 when the goal is reached."""
import json, os, resource, subprocess, sys, time
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'support'))
import custom
TAKE={'vars':'n: 0..2000000','moves':[{'name':'take','choose':'k in [1, 3, 4]','when':'k <= n','do':'n -= k'}]}
PLANE={'vars':'a: 0..1400, b: 0..1400','moves':[{'name':'both','choose':'k in 1..min(3, min(a, b))','do':'a -= k, b -= k'},
    {'name':'left','choose':'k in 1..min(a, 3)','do':'a -= k'},{'name':'right','choose':'k in 1..min(b, 3)','do':'b -= k'}]}
LISTS={'vars':'h[5]: 0..40','after':'h = sort(h)','moves':[{'name':'take','choose':'i in 0..4, k in 1..min(2, h[i])','do':'h[i] -= k'}]}
GAMES=[('one heap',TAKE,{'n':20000},{'n':1999999},6e6),('two heaps',PLANE,{'a':60,'b':60},{'a':1400,'b':1400},17616972),
       ('five sorted heaps',LISTS,{'h':[5,6,7,7,8]},{'h':[35,36,37,38,40]},11.8e6)]
def in_python(rules,state):
    game=custom.Game(rules); start=time.process_time()
    game.explore([game.key(state)],10**9)
    values={}
    for key in game.topo:
        seen={values[move[4][0]] for move in game.mv(key)}; least=0
        while least in seen: least+=1
        values[key]=least
    return sum(len(game.mv(key)) for key in game.order)/(time.process_time()-start)
def in_c(rules,state,moves):
    before=resource.getrusage(resource.RUSAGE_CHILDREN)
    question=json.dumps({'rules':rules,'state':state,'moves':'none'})
    subprocess.run([sys.argv[1],'solve','custom','-','--deadline','60s'],input=question.encode(),stdout=subprocess.DEVNULL,check=True)
    after=resource.getrusage(resource.RUSAGE_CHILDREN)
    return moves/(after.ru_utime+after.ru_stime-before.ru_utime-before.ru_stime)
for name,rules,small,large,moves in GAMES:
    slow,fast=in_python(rules,small),in_c(rules,large,moves)
    row=f'{name}, beside Python\t>= 200 x\t{fast/slow:.0f} x\t{"yes" if fast>=200*slow else "NO"}\n'
    if 'BENCH_TABLE' in os.environ:
        with open(os.environ['BENCH_TABLE'],'a') as table: table.write(row)
    print(f'{name:24} Python {slow:10.0f} moves/s, here {fast:12.0f}: {fast/slow:8.0f} x (goal 200) {"" if fast>=200*slow else "MISSED"}')
