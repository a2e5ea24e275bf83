{{- define "knowreel.labels" -}}
app.kubernetes.io/name: knowreel
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "knowreel.secretName" -}}
{{ .Values.existingSecret | default .Release.Name }}
{{- end }}

{{- define "knowreel.pod" -}}
terminationGracePeriodSeconds: 45
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
containers:
  - name: knowreel
    image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities:
        drop: [ALL]
    env:
      - name: ROLES
        value: {{ .roles | quote }}
      - name: PUBLIC_URL
        value: {{ .root.Values.publicUrl | quote }}
      {{- range $name, $value := .root.Values.env }}
      - name: {{ $name }}
        value: {{ $value | quote }}
      {{- end }}
    envFrom:
      - secretRef:
          name: {{ include "knowreel.secretName" .root }}
    ports:
      - name: http
        containerPort: 3000
    startupProbe:
      httpGet:
        path: /api/health
        port: http
      periodSeconds: 5
      failureThreshold: 60
    readinessProbe:
      httpGet:
        path: /api/health
        port: http
      periodSeconds: 10
      timeoutSeconds: 5
    livenessProbe:
      tcpSocket:
        port: http
      periodSeconds: 20
    resources:
      {{- toYaml .part.resources | nindent 6 }}
    volumeMounts:
      - name: data
        mountPath: /data
      - name: tmp
        mountPath: /tmp
volumes:
  - name: data
    emptyDir:
      sizeLimit: {{ .part.temporarySpace }}
  - name: tmp
    emptyDir: {}
{{- end }}
