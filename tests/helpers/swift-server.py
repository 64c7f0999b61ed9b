# Runs OpenStack Swift with its S3 interface in one process, for tests: swift-server.py FOLDER PORT KEY SECRET. Objects are in
# memory, lists of them in the folder. It prints one line once it answers.
import os
import sys
from array import array

from swift.common import utils

utils.eventlet_monkey_patch()

import eventlet
from eventlet import wsgi
from swift.account.server import AccountController
from swift.common.http_protocol import SwiftHttpProtocol
from swift.common.ring import RingData
from swift.common.wsgi import loadapp
from swift.container.server import ContainerController
from swift.obj.mem_server import ObjectController

folder, port, key, secret = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
account, user = key.split(':')
utils.HASH_PATH_SUFFIX = b'for tests alone'
os.makedirs(os.path.join(folder, 'device'), exist_ok=True)
logger = utils.NullLogger()


def serve(app, socket):
    eventlet.spawn(wsgi.server, socket, app, logger, protocol=SwiftHttpProtocol, log_output=False)


options = {'swift_dir': folder, 'devices': folder, 'mount_check': 'false', 'log_address': '/dev/null'}
for name, controller in (('account', AccountController), ('container', ContainerController), ('object', ObjectController)):
    socket = eventlet.listen(('127.0.0.1', 0))
    own = socket.getsockname()[1]
    device = {'id': 0, 'zone': 0, 'region': 1, 'weight': 1, 'device': 'device', 'ip': '127.0.0.1', 'port': own,
              'replication_ip': '127.0.0.1', 'replication_port': own}
    RingData([array('H', [0])], [device], 32).save(os.path.join(folder, name + '.ring.gz'))
    serve(controller(options), socket)

conf = os.path.join(folder, 'proxy-server.conf')
with open(conf, 'w') as file:
    file.write(f'''
[DEFAULT]
swift_dir = {folder}
[pipeline:main]
pipeline = catch_errors gatekeeper s3api tempauth proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
''')


class Memory:
    # Swift wants a memcached, of which one process needs little.
    def __init__(self, app):
        self.app, self.values = app, {}

    def __call__(self, environ, start_response):
        environ['swift.cache'] = self
        return self.app(environ, start_response)

    def get(self, key, **_):
        return self.values.get(key)

    def set(self, key, value, **_):
        self.values[key] = value

    def delete(self, key, **_):
        self.values.pop(key, None)


serve(Memory(loadapp(conf)), eventlet.listen(('127.0.0.1', port)))
print('ready', flush=True)
while True:
    eventlet.sleep(3600)
